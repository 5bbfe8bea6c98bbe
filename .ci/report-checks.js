// Asks a page of 'migrate report' whether it looks and works as it should, from within a browser.
// The answer is the text of an element: 'passed', or what is wrong, a line each.
"use strict";
addEventListener("load", async () => {
  const problems = [];
  const expect = (holds, what) => { if (!holds) problems.push(what); };
  const all = selector => [...document.querySelectorAll(selector)];
  const one = selector => document.querySelector(selector);
  const box = element => element.getBoundingClientRect();
  // What a scroll changes is there a little later.
  const until = async holds => {
    for (let tries = 0; tries < 40 && !holds(); tries += 1) await new Promise(done => setTimeout(done, 50));
    return holds();
  };
  const isNarrow = innerWidth < 960;

  // Texts and places of the main parts.
  expect(/ – migrate report$/.test(document.title), "the title is " + document.title);
  expect(one("h1").textContent.length > 0, "there is no headline");
  expect(all("section.whole").length >= 1, "there is no model");
  expect(document.documentElement.scrollWidth <= innerWidth, "the page is wider than the window");
  const wide = all("main *").filter(part => part.scrollWidth > part.clientWidth + 1
    && getComputedStyle(part).overflowX === "auto" && !part.matches(".canvas, .scroll:has(.ways)"));
  expect(innerWidth > 640 || !wide.length, "parts scroll sideways: " + wide.map(part => part.className || part.tagName));
  expect(box(one(".top")).top === 0 && box(one(".top")).width >= innerWidth - 20, "the bar is not at the top");
  const [nav, main] = [box(one("nav")), box(one("main"))];
  expect(isNarrow ? nav.bottom <= main.top + 1 : nav.right <= main.left + 1, "the navigation covers the text");
  expect(getComputedStyle(document.body).color !== getComputedStyle(document.body).backgroundColor, "text has the colour of the ground");

  // Boxes of a diagram are apart from each other, and have room for their texts.
  for (const diagram of all("svg.diagram")) {
    const boxes = [...diagram.querySelectorAll("g.entity > .body, g.link > .plate")].map(box);
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => expect(
      a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1,
      "boxes of a diagram overlap")));
    for (const text of diagram.querySelectorAll("text")) {
      const [own, around] = [box(text), box(text.closest("g.entity, g.link").querySelector("rect"))];
      expect(own.left >= around.left - 1 && own.right <= around.right + 1, "a box is too narrow for " + text.textContent);
    }
    expect(diagram.querySelectorAll("path.line").length === 0 || diagram.querySelector("[marker-end], [marker-start]"), "no line has an end");
  }

  // Epilogue is on every page that is checked.
  expect(one("#Epilogue\\.entity\\.BookModel h4").textContent.startsWith("BookModel"), "there is no BookModel");
  expect(all("section.whole").some(part => /need a custom stage/.test(part.textContent)), "no model needs a custom stage");
  const cell = one("#Epilogue\\.way\\.1-4");
  expect(cell && cell.textContent === "C", "the way from 1 to 4 is not custom");
  expect(/^1\.0\.0 to 4\.0\.0: custom/.test(cell.querySelector("a").title), "the cell has no reasons");

  // The grid.
  cell.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
  expect(cell.closest("table").querySelectorAll(".lit").length === 2, "row and column do not light up");
  expect(/custom/.test(cell.closest("section").querySelector(".way").textContent), "the reasons are not shown");

  // The filter.
  const filter = one(".filter");
  const type = text => { filter.value = text; filter.dispatchEvent(new Event("input")); };
  expect(box(filter).width > 0, "the filter is hidden");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "/" }));
  expect(document.activeElement === filter, "'/' does not lead to the filter");
  type("seriesOrder");
  const shown = all(".entry").filter(entry => box(entry).height > 0);
  expect(shown.length > 0 && shown.every(entry => /seriesorder/i.test(entry.textContent)), "the filter shows other entries");
  expect(/^\d+ match/.test(one(".matches").textContent), "the filter does not count");
  type("nothing has this name");
  expect(all(".entry").every(entry => box(entry).height === 0), "the filter hides too little");
  type("");
  expect(all(".entry").some(entry => box(entry).height > 0), "the filter does not let go");

  // Folding.
  const fold = one(".fold"), steps = all("details.step");
  if (!isNarrow) {
    fold.click();
    expect(steps.every(step => !step.open), "not all changes are folded up");
    expect(fold.textContent === "Expand all", "the button has the wrong name");
  }

  for (const step of steps) step.open = false;

  // Links: every one has a target, and one to a folded step opens it.
  for (const link of all("a[href^='#']"))
    expect(document.getElementById(decodeURIComponent(link.getAttribute("href").slice(1))), "no target for " + link.getAttribute("href"));
  location.hash = "#Epilogue.v2-0-0";
  const step = document.getElementById("Epilogue.v2-0-0");
  expect(await until(() => step.open), "a link does not open the changes that it leads to");
  expect(await until(() => box(step).top >= 0 && box(step).top < innerHeight), "a link does not lead to its target");

  // The navigation follows.
  document.getElementById("Epilogue.dictionary").scrollIntoView();
  // A browser without a window may draw no frame, and then reports no scroll.
  dispatchEvent(new Event("scroll"));
  const here = () => all("nav .here").map(link => link.textContent).join(" and ");
  expect(await until(() => /^(Dictionary\d+|BookModel)$/.test(here())), "the navigation marks " + here());

  // Stores, where the page has some.
  const store = one("article.store");
  if (store) expect(/Epilogue 2\.0\.0 · older than 4\.0\.0/.test(store.textContent), "the store is missing");

  problems.push(...window.errors);
  const result = document.createElement("pre");
  result.id = "result";
  result.textContent = problems.length ? [...new Set(problems)].join("\n") : "passed";
  document.body.append(result);
});
