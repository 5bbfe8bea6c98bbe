/// The stylesheet of the page: light and dark, wide and narrow, for screens and paper.
let reportStylesheet: StaticString = #"""

  :root {
    color-scheme: light dark;
    --ground: #ffffff; --surface: #f6f7f9; --raised: #ffffff; --border: #e2e5ea;
    --text: #1b2028; --muted: #626c7c; --accent: #2460c8; --line: #8b95a5;
    --green: #14713f; --green-ground: #e3f5ea; --blue: #1f5fc0; --blue-ground: #e6effd;
    --amber: #8a5a00; --amber-ground: #fff1cf; --red: #b3261e; --red-ground: #fde8e6;
    --violet: #6236b5; --violet-ground: #f0e9fd; --grey-ground: #eceff3;
    --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    --top: 3.25rem;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #13161b; --surface: #1a1e25; --raised: #1e232b; --border: #2d343f;
      --text: #e3e7ed; --muted: #97a1b1; --accent: #7fb0ff; --line: #6d788a;
      --green: #6fd69a; --green-ground: #173526; --blue: #8ab6ff; --blue-ground: #1a2d4d;
      --amber: #f0c05c; --amber-ground: #3d2f10; --red: #ff9a90; --red-ground: #47201d;
      --violet: #c3a5ff; --violet-ground: #322353; --grey-ground: #2a303a;
    }
  }

  * { box-sizing: border-box; }
  html { scroll-padding-top: calc(var(--top) + 1rem); }
  body {
    margin: 0; background: var(--ground); color: var(--text);
    font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  }
  a { color: var(--accent); text-decoration: none; }
  a:hover { text-decoration: underline; }
  code { font: 0.87em/1.45 var(--mono); overflow-wrap: anywhere; }
  h1, h2, h3, h4 { line-height: 1.25; margin: 0; text-wrap: balance; }
  h1 { font-size: 2rem; letter-spacing: -0.02em; }
  h2 { font-size: 1.55rem; letter-spacing: -0.015em; margin-bottom: 1rem; }
  h3 { font-size: 1.15rem; margin-bottom: 0.75rem; }
  h4 { font-size: 1rem; }
  p { margin: 0.5rem 0; }
  :target { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
  section:target, main > section:target, .headline:target { outline: none; }

  /* The frame */
  .top {
    position: sticky; top: 0; z-index: 3; height: var(--top); padding: 0 1.5rem;
    display: flex; align-items: center; justify-content: space-between; gap: 1rem;
    background: color-mix(in srgb, var(--ground) 88%, transparent); backdrop-filter: blur(8px);
    border-bottom: 1px solid var(--border);
  }
  .brand { color: var(--text); font-weight: 500; white-space: nowrap; }
  .tools { display: flex; align-items: center; gap: 0.6rem; min-width: 0; }
  .tools[hidden] { display: none; }
  .matches { color: var(--muted); font-size: 0.85rem; white-space: nowrap; }
  input, button {
    font: inherit; font-size: 0.88rem; color: var(--text); background: var(--raised);
    border: 1px solid var(--border); border-radius: 7px; padding: 0.28rem 0.7rem;
  }
  input { width: 15rem; min-width: 6rem; }
  button { cursor: pointer; white-space: nowrap; }
  button:hover { border-color: var(--line); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
  .layout { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto; }
  nav {
    position: sticky; top: var(--top); align-self: start; max-height: calc(100vh - var(--top));
    overflow: auto; padding: 1.5rem 0.75rem 3rem 1.5rem; font-size: 0.9rem;
  }
  nav ul { list-style: none; margin: 0; padding: 0; }
  nav li.model { margin-top: 1rem; }
  nav li.model > a { color: var(--text); font-weight: 600; }
  nav .places { margin: 0 0 0.25rem 0.6rem; border-left: 1px solid var(--border); }
  nav .places a { font-size: 0.84rem; padding-block: 0.08rem; }
  nav a {
    display: flex; justify-content: space-between; gap: 0.5rem; padding: 0.18rem 0.6rem;
    border-radius: 6px; color: var(--muted); overflow-wrap: anywhere;
  }
  nav a:hover { color: var(--text); background: var(--surface); text-decoration: none; }
  nav a.here { color: var(--accent); background: var(--blue-ground); }
  nav .count { color: var(--muted); font-variant-numeric: tabular-nums; }
  main { padding: 2rem 2rem 4rem; min-width: 0; }
  footer { margin-top: 4rem; color: var(--muted); font-size: 0.85rem; }
  section.whole { margin-top: 3.5rem; padding-top: 2rem; border-top: 1px solid var(--border); }
  .headline + section.whole { margin-top: 1.5rem; padding-top: 0; border-top: none; }
  section.part { margin-top: 2.75rem; }
  .permalink { margin-left: 0.4rem; color: var(--muted); opacity: 0; font-weight: 400; }
  h2:hover .permalink, h3:hover .permalink, .permalink:focus { opacity: 1; }
  .verdict { font-size: 1.05rem; margin: 0.75rem 0 1.5rem; padding: 0.6rem 1rem; border-radius: 9px; }
  .verdict.good { color: var(--green); background: var(--green-ground); }
  .verdict.risky { color: var(--amber); background: var(--amber-ground); }
  .verdict.bad { color: var(--red); background: var(--red-ground); }
  .doc { color: var(--muted); max-width: 46rem; }
  .remark, .from, .facts { color: var(--muted); }
  .problem { color: var(--red); }

  /* Cards and badges */
  .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 0.8rem; margin: 1rem 0; }
  .card { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; padding: 0.8rem 1rem; }
  .card dt { color: var(--muted); font-size: 0.82rem; }
  .card dd { margin: 0; }
  .card .value { font-size: 1.18rem; font-weight: 600; line-height: 1.35; letter-spacing: -0.01em; }
  .card .remark { font-size: 0.85rem; }
  .card .badge { white-space: normal; border-radius: 10px; }
  .badge {
    display: inline-block; padding: 0.05rem 0.5rem; border-radius: 99px; font-size: 0.78rem;
    line-height: 1.5; white-space: nowrap; color: var(--muted); background: var(--grey-ground);
  }
  .badge.lightweight, .badge.safe, .badge.inplace { color: var(--green); background: var(--green-ground); }
  .badge.note, .badge.released, .badge.rewritten { color: var(--blue); background: var(--blue-ground); }
  .badge.custom, .badge.possible, .badge.warning, .badge.rule-cascade { color: var(--amber); background: var(--amber-ground); }
  .badge.refused, .badge.certain, .badge.error, .badge.rule-noAction { color: var(--red); background: var(--red-ground); }
  .badge.rule-deny { color: var(--violet); background: var(--violet-ground); }
  .badge.quiet { background: none; padding-inline: 0; }
  .badge.certain, .badge.error, .badge.refused { font-weight: 600; }
  .losses { border: 1px solid; border-radius: 10px; padding: 0.9rem 1.1rem; margin: 1rem 0; }
  .losses.possible { border-color: var(--amber); background: color-mix(in srgb, var(--amber-ground) 45%, transparent); }
  .losses.certain { border-color: var(--red); background: color-mix(in srgb, var(--red-ground) 45%, transparent); }
  .losses h3 { margin-bottom: 0.4rem; }
  .losses ul, .failures { margin: 0; padding-left: 1.1rem; }
  .losses .remark { font-size: 0.9rem; }

  /* Tables */
  .scroll { overflow-x: auto; margin: 0.75rem 0; }
  table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
  th, td { text-align: left; vertical-align: top; padding: 0.32rem 0.8rem 0.32rem 0; border-bottom: 1px solid var(--border); }
  thead th { color: var(--muted); font-weight: 500; font-size: 0.8rem; white-space: nowrap; }
  tbody th { font-weight: 500; }
  tbody tr:last-child > * { border-bottom: none; }
  table:not(.ways) tbody tr:hover > * { background: var(--surface); }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  .why { color: var(--muted); min-width: 14rem; }
  .bar { width: 45%; }
  meter { width: 100%; height: 0.5rem; border: none; border-radius: 4px; background: var(--grey-ground); }
  meter::-webkit-meter-bar { height: 0.5rem; border: none; border-radius: 4px; background: var(--grey-ground); }
  meter::-webkit-meter-optimum-value { border-radius: 4px; background: var(--accent); }
  meter::-moz-meter-bar { border-radius: 4px; background: var(--accent); }

  /* Diagram */
  .markers { position: absolute; }
  figure { margin: 0; position: relative; }
  .zoom { position: absolute; right: 0; top: -2.7rem; }
  .canvas { overflow: auto; max-height: 80vh; border: 1px solid var(--border); border-radius: 10px; background: var(--surface); padding: 0.5rem; }
  .diagram { display: block; margin: 0 auto; max-width: 100%; height: auto; }
  .canvas.whole-size .diagram { max-width: none; }
  figcaption { margin-top: 0.5rem; font-size: 0.84rem; color: var(--muted); }
  .diagram text { fill: var(--text); font: 11px var(--mono); }
  .entity .body { fill: var(--raised); stroke: var(--border); }
  .entity .head { fill: var(--blue-ground); }
  .entity .name { font: 600 13px system-ui, sans-serif; fill: var(--blue); }
  .entity.abstract .name { font-style: italic; }
  .entity a:hover .name { text-decoration: underline; }
  .entity .type, .entity .more { fill: var(--muted); }
  .row.unique .property { font-weight: 700; }
  .line { fill: none; stroke: var(--line); stroke-width: 1.3; }
  .line.inherits { stroke-dasharray: 5 3; }
  .markers .full { fill: var(--line); }
  .markers .open { fill: none; stroke: var(--line); stroke-width: 1.3; }
  .markers .hollow { fill: var(--ground); stroke: var(--line); stroke-width: 1.3; }
  .plate { fill: var(--ground); stroke: var(--border); }
  .diagram .label { font-size: 10.5px; }
  .diagram .rule { fill: var(--muted); }
  .diagram .cascade { fill: var(--amber); }
  .diagram .noAction { fill: var(--red); }
  .diagram .deny { fill: var(--violet); }
  .diagram g.hit .body { stroke: var(--accent); stroke-width: 2; }

  /* Changes */
  .step { border: 1px solid var(--border); border-left: 4px solid var(--line); border-radius: 9px; padding: 0.5rem 1rem; margin: 0.7rem 0; background: var(--raised); }
  .step.lightweight, .step.inplace { border-left-color: var(--green); }
  .step.custom { border-left-color: var(--amber); }
  .step.refused { border-left-color: var(--red); }
  .step.rewritten { border-left-color: var(--blue); }
  .step.lossy { border-left-color: var(--red); }
  .step > summary { cursor: pointer; }
  .step > summary .count { float: right; color: var(--muted); font-size: 0.85rem; }
  .step > .summary { margin: 0; }
  .sign { font-family: var(--mono); font-weight: 700; width: 1.6rem; }
  .sign.add { color: var(--green); } .sign.drop { color: var(--red); }
  .sign.rename { color: var(--blue); } .sign.change, .sign.attention { color: var(--amber); }

  .parts th:nth-child(1) { width: 7rem; } .parts th:nth-child(2) { width: 10rem; }
  table.changes, table.properties { table-layout: fixed; min-width: 44rem; }
  .changes .risk { color: var(--muted); font-size: 0.82rem; }
  .changes th:nth-child(1) { width: 1.6rem; } .changes th:nth-child(2) { width: 43%; }
  .changes th:nth-child(3) { width: 7.2rem; } .changes th:nth-child(4) { width: 8.2rem; }
  .properties th:nth-child(1) { width: 24%; } .properties th:nth-child(2) { width: 23%; }
  .properties th:nth-child(3) { width: 13%; } .properties th:nth-child(4) { width: 13%; }

  /* Ways */
  table.ways { width: auto; border-collapse: separate; border-spacing: 2px; }
  .ways th, .ways td { border: none; padding: 0; font-size: 0.8rem; text-align: center; vertical-align: middle; }
  .ways tbody th { text-align: right; padding-right: 0.6rem; white-space: nowrap; position: sticky; left: 0; background: var(--ground); color: var(--muted); }
  .ways thead th { padding: 0 0.4rem; }
  .ways td { min-width: 2.1rem; height: 2.1rem; border-radius: 5px; }
  .ways td a { display: block; line-height: 2.1rem; color: inherit; border-radius: 5px; text-decoration: none; }
  .ways.medium thead th span, .ways.small thead th span { writing-mode: vertical-rl; transform: rotate(180deg); }
  .ways.small { border-spacing: 1px; }
  .ways.small thead th { padding: 0.2rem 0; position: sticky; top: 0; background: var(--ground); z-index: 1; }
  .scroll:has(.ways.small) { max-height: 85vh; overflow: auto; }
  .ways.small th, .ways.small td { font-size: 0.6rem; }
  .ways.small td { min-width: 1.05rem; height: 1.05rem; border-radius: 2px; }
  .ways.small td a { line-height: 1.05rem; }
  .ways .self { background: var(--grey-ground); }
  .ways td.same, .legend .same b { color: var(--muted); background: var(--grey-ground); }
  .ways td.lightweight, .ways td.inplace, .legend .lightweight b, .legend .inplace b { color: var(--green); background: var(--green-ground); }
  .ways td.rewritten, .legend .rewritten b { color: var(--blue); background: var(--blue-ground); }
  .ways td.custom, .legend .custom b { color: var(--amber); background: var(--amber-ground); }
  .ways td.lossy, .legend .lossy b { background-image: linear-gradient(to bottom right, var(--red) 22%, transparent 23%); }
  .legend .lossy b { height: 1em; }
  .ways td.refused, .legend .refused b { color: var(--red); background: var(--red-ground); }
  .ways td:hover, .ways td a:focus { outline: 2px solid currentColor; }
  .ways .lit { color: var(--text) !important; font-weight: 700; }
  .way:empty { display: none; }
  .way { padding: 0.5rem 0.9rem; border-radius: 8px; background: var(--surface); }
  .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; padding: 0; margin: 0.5rem 0; color: var(--muted); font-size: 0.85rem; }
  .legend b { display: inline-block; width: 1.4rem; text-align: center; border-radius: 4px; }

  /* Dictionary, findings, stores */
  article { border: 1px solid var(--border); border-radius: 10px; padding: 1rem 1.2rem; margin: 1rem 0; background: var(--raised); }
  article h4 .badge { margin-left: 0.5rem; font-weight: 400; }
  article .from { font-weight: 400; font-size: 0.9rem; }
  article h4 { overflow-wrap: anywhere; }
  .constraints { margin: 0.6rem 0 0; padding-left: 1.1rem; font-size: 0.9rem; }
  .findings { list-style: none; margin: 0; padding: 0; }
  .finding { border: 1px solid var(--border); border-left: 4px solid var(--blue); border-radius: 9px; padding: 0.6rem 1rem; margin: 0.6rem 0; background: var(--raised); }
  .finding.error { border-left-color: var(--red); }
  .finding.warning { border-left-color: var(--amber); }
  .finding .message { margin: 0; overflow-wrap: anywhere; }
  .finding .rule, .place { color: var(--muted); }
  .finding a .rule { color: var(--accent); }
  .place { margin: 0.25rem 0 0; font-size: 0.87rem; }
  .notes { margin: 0.35rem 0 0; padding-left: 1.1rem; color: var(--muted); font-size: 0.9rem; }
  .notes li { white-space: pre-line; overflow-wrap: anywhere; }
  pre { margin: 0.4rem 0 0; padding: 0.5rem 0.8rem; overflow-x: auto; border-radius: 7px; background: var(--surface); font: 0.84rem/1.45 var(--mono); tab-size: 4; }
  .caret { color: var(--muted); }
  .caret b { color: var(--red); font-weight: 400; }
  mark { background: none; color: inherit; }
  .about { border: 1px solid var(--border); border-radius: 9px; padding: 0.5rem 1rem; margin: 0.6rem 0; background: var(--raised); }
  .about > summary { cursor: pointer; }
  .about h4 { margin-top: 1rem; }
  .off { display: none !important; }

  @media (max-width: 60rem) {
    .layout { display: block; }
    nav { position: static; max-height: none; padding: 1rem 1rem 0; }
    nav > ul { display: flex; flex-wrap: wrap; gap: 0.1rem; }
    nav li.model { margin: 0; flex-basis: 100%; }
    nav li.model > ul { display: flex; flex-wrap: wrap; }
    nav .places { display: none; }
    main { padding: 1rem 1rem 3rem; }
    .top { padding: 0 1rem; }
    input { width: 9rem; }
    .fold { display: none; }
    h1 { font-size: 1.6rem; }
  }

  /* On a telephone, a row of a wide table is a block, and names what the heads would. */
  @media (max-width: 40rem) {
    table:not(.ways, .plain), table:not(.ways, .plain) > tbody { display: block; min-width: 0; }
    table:not(.ways, .plain) > thead { display: none; }
    table:not(.ways, .plain) tr { display: flex; flex-wrap: wrap; gap: 0.1rem 0.6rem; padding: 0.45rem 0; border-bottom: 1px solid var(--border); }
    table:not(.ways, .plain) :is(th, td) { border: none; padding: 0; min-width: 0; overflow-wrap: anywhere; }
    table:not(.ways, .plain) tr.off { display: none; }
    table:not(.ways, .plain) td:empty { display: none; }
    table.plain :is(th, td) { overflow-wrap: anywhere; }
    .sign { width: 1rem; } .changes .sign + td { flex: 1 1 calc(100% - 2rem); }
    .changes .sign ~ td:nth-child(n + 3) { margin-left: 1.6rem; }
    .changes .sign ~ td:nth-child(4) { margin-left: 0; }
    .changes .sign ~ td.why { flex-basis: calc(100% - 1.6rem); }
    table .why, .properties th, .queries th, .causes td, .parts td:nth-child(3) { flex-basis: 100%; }
    .changes td.risk::before { content: "risk: "; } .changes td.risk:has(.badge)::before { content: none; }
    .attributes td:nth-child(4)::before { content: "default "; }
    .relationships td:nth-child(3)::before { content: "inverse "; }
    .relationships td:nth-child(4)::before { content: "delete "; }
    .models td:nth-child(2)::before { content: "newest "; }
    .models td:nth-child(3)::after { content: " versions"; }
    .models td:nth-child(4)::after { content: " entities"; }
    .queries td:nth-child(3)::before { content: "where "; }
    .queries td:nth-child(4)::before { content: "by "; }
    .queries td:nth-child(5)::before { content: "limit "; }
    :is(.attributes, .relationships, .queries) td::before { color: var(--muted); }
    .parts th { min-width: 4.5rem; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    mark { background: var(--red-ground); color: var(--red); text-decoration: underline; }
    .caret { display: none; }
    .step > summary .count { float: none; margin-left: 0.4rem; }
    article, .finding, .step { padding-inline: 0.8rem; }
    .doc, .message, .notes, .facts, .verdict, .losses { overflow-wrap: anywhere; }
  }

  @media print {
    :root { --ground: #fff; --surface: #fff; --raised: #fff; }
    .top, nav, .permalink, .way, .zoom { display: none; }
    .layout { display: block; max-width: none; }
    main { padding: 0; }
    body { font-size: 10pt; }
    .canvas { max-height: none; border: none; padding: 0; }
    .diagram { min-width: 0 !important; }
    details::details-content { content-visibility: visible; block-size: auto; }
    .finding, .card, tr { break-inside: avoid; }
    table { font-size: 8.5pt; }
    table.changes, table.properties, .why { min-width: 0; }
    h2, h3, h4 { break-after: avoid; }
    .scroll, .scroll:has(.ways.small) { overflow: visible; max-height: none; }
    * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  }

  """#
