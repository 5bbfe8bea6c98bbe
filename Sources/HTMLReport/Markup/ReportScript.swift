/// The optional JavaScript of the page: a filter, the current place in the navigation, and highlighted rows
/// and columns of the grid.
let reportScript: StaticString = #"""

  "use strict";
  (() => {
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const one = (selector, root = document) => root.querySelector(selector);
    one(".tools").hidden = false;

    // The filter leaves what has all its words, and hides what is empty then.
    const filter = one(".filter"), matches = one(".matches");
    const entries = all(".entry");
    const texts = new Map(entries.map(entry => {
      const whole = entry.closest("article, .step");
      const heading = whole && one("h4, summary", whole);
      return [entry, (entry.textContent + " " + (heading ? heading.textContent : "")).toLowerCase()];
    }));
    const groups = all("article, .step, .part");
    function applyFilter() {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const [entry, text] of texts) {
        const isShown = words.every(word => text.includes(word));
        entry.classList.toggle("off", !isShown);
        if (isShown) count += 1;
      }
      for (const group of groups) {
        const title = one("h3, h4, summary, .summary", group)?.textContent.toLowerCase() ?? "";
        const hasTitle = words.every(word => title.includes(word));
        group.classList.toggle("off", words.length > 0 && !hasTitle && !one(".entry:not(.off)", group));
        if (words.length > 0 && group.matches("details")) group.open = true;
      }
      for (const box of all("g.entity"))
        box.classList.toggle("hit", words.length > 0 && words.every(word => box.textContent.toLowerCase().includes(word)));
      matches.textContent = words.length ? (count === 1 ? "1 match" : count + " matches") : "";
    }
    filter.addEventListener("input", applyFilter);
    document.addEventListener("keydown", event => {
      if (event.key === "/" && document.activeElement !== filter) {
        event.preventDefault();
        filter.focus();
      } else if (event.key === "Escape" && document.activeElement === filter) {
        filter.value = "";
        applyFilter();
        filter.blur();
      }
    });

    // All changes, folded or open.
    const fold = one(".fold"), steps = all("details.step");
    const nameFold = () => { fold.textContent = steps.some(step => step.open) ? "Collapse all" : "Expand all"; };
    fold.hidden = steps.length === 0;
    nameFold();
    fold.addEventListener("click", () => {
      const open = !steps.some(step => step.open);
      for (const step of steps) step.open = open;
      nameFold();
    });
    addEventListener("beforeprint", () => { for (const step of steps) step.open = true; });

    // A link to something that is filtered out or folded up shows it first.
    function reveal() {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (!target) return;
      if (target.closest(".off")) { filter.value = ""; applyFilter(); }
      const step = target.closest("details");
      if (step) step.open = true;
      target.scrollIntoView();
    }
    addEventListener("hashchange", reveal);
    if (location.hash) reveal();

    // The navigation marks the section that is being read.
    const links = new Map(all("nav a").map(link => [link.getAttribute("href").slice(1), link]));
    const places = [...links.keys()].map(id => document.getElementById(id)).filter(Boolean);
    let here = null, waits = false;
    function mark() {
      waits = false;
      let current = places[0];
      for (const place of places)
        if (place.getBoundingClientRect().top < innerHeight / 4) current = place;
      const link = current && links.get(current.id);
      if (!link || link === here) return;
      if (here) { here.classList.remove("here"); here.removeAttribute("aria-current"); }
      here = link;
      here.classList.add("here");
      here.setAttribute("aria-current", "true");
      const list = here.closest("nav"), frame = list.getBoundingClientRect(), own = here.getBoundingClientRect();
      if (own.top < frame.top || own.bottom > frame.bottom) list.scrollTop += own.top - frame.top - frame.height / 2;
    }
    addEventListener("scroll", () => { if (!waits) { waits = true; setTimeout(mark, 80); } }, { passive: true });
    mark();

    // A cell of the grid lights up its row and column, and its reasons stand below.
    for (const table of all("table.ways")) {
      const heads = all("thead th", table), line = one(".way", table.closest("section"));
      let lit = [], shown = null;
      const show = event => {
        const cell = event.target.closest("td");
        for (const head of lit) head.classList.remove("lit");
        lit = [];
        if (!cell || !cell.id) return;
        // Rows begin at different columns, and end at the same.
        const column = heads.length - (cell.parentNode.cells.length - cell.cellIndex);
        lit = [one("th", cell.parentNode), heads[column]];
        for (const head of lit) head.classList.add("lit");
        const [from, to] = lit.map(head => head.textContent);
        const verdict = cell.className === "inplace" ? "in place" : cell.className;
        line.textContent = one("a", cell)?.title
          ?? `${from} to ${to}: ${verdict}` + (cell.title ? ", " + cell.title : "");
      };
      table.addEventListener("mouseover", show);
      table.addEventListener("focusin", show);
      // Where nothing can be pointed at, the first tap shows the reasons, and the second one leads on.
      table.addEventListener("click", event => {
        const cell = event.target.closest("td");
        if (cell !== shown && matchMedia("(hover: none)").matches) event.preventDefault();
        shown = cell;
        show(event);
      });
    }

    // Diagrams fit the page, or have their own size.
    for (const canvas of all(".canvas")) {
      const diagram = one("svg", canvas);
      if (diagram.getBoundingClientRect().width >= Number(diagram.getAttribute("width"))) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "zoom";
      const name = () => { button.textContent = canvas.classList.contains("whole-size") ? "Fit to page" : "Actual size"; };
      button.addEventListener("click", () => { canvas.classList.toggle("whole-size"); name(); });
      name();
      canvas.before(button);
    }
  })();

  """#
