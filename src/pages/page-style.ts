/** The address of the font, which those who serve the console's files answer for all pages. */
export const fontPath = 'assets/inter.woff2';

const fontFace = (basePath: string): string =>
  `@font-face { font-family: Inter; font-weight: 100 900; font-display: swap; src: url("${basePath}/${fontPath}") format("woff2"); }`;

/** The look of all pages, in the font of the console where it is known where that lies. */
export const pageStyle = (basePath: string | undefined): string =>
  basePath === undefined ? look : `${fontFace(basePath)}${look}`;

/** Light and dark as the reader has it, large targets, focus that is seen. */
const look = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f4f6, #14161a);
  --card: light-dark(#ffffff, #1f2228);
  --line: light-dark(#8a9099, #7d8590);
  --text: light-dark(#16181d, #eef0f3);
  --quiet: light-dark(#4b5260, #b3bac6);
  --strong: light-dark(#1d4ed8, #93b4ff);
  --on-strong: light-dark(#ffffff, #0c1220);
  --wrong: light-dark(#a3161d, #ff9a9a);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 1.5rem 1rem;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 Inter, system-ui, sans-serif;
}
main {
  width: 100%;
  max-width: 26rem;
  padding: 2rem;
  background: var(--card);
  border-radius: 1rem;
  box-shadow: 0 1px 3px #0003;
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.25; }
h2 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
p { margin: 0 0 .75rem; }
ul { margin: 0 0 1rem; padding-left: 1.25rem; }
.logo { display: block; width: 4rem; height: 4rem; margin: 0 0 1rem; border-radius: .75rem; object-fit: contain; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.wrong { color: var(--wrong); font-weight: 600; }
form { margin: 1.25rem 0 0; }
.after { margin: 1.25rem 0 0; }
label { display: block; margin: 0 0 1rem; font-weight: 600; }
label[for] { margin: 0; }
label[for] + input + p { margin: .375rem 0 1rem; }
fieldset { margin: 0 0 1rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
fieldset label { margin: .5rem 0; font-weight: 400; }
input[type=email], input[type=password], input[type=text] {
  display: block;
  width: 100%;
  margin-top: .25rem;
  padding: .625rem .75rem;
  font: inherit;
  font-weight: 400;
  color: inherit;
  background: transparent;
  border: 1px solid var(--line);
  border-radius: .5rem;
}
input[readonly]:read-only { background: var(--ground); }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; }
button {
  flex: 1;
  min-height: 2.75rem;
  padding: .5rem 1.25rem;
  font: inherit;
  font-weight: 600;
  color: var(--text);
  background: transparent;
  border: 1px solid var(--line);
  border-radius: .5rem;
  cursor: pointer;
}
a { color: var(--strong); }
a.button {
  display: block;
  padding: .625rem 1.25rem;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  border: 1px solid var(--line);
  border-radius: .5rem;
}
summary { cursor: pointer; color: var(--quiet); }
button.main { color: var(--on-strong); background: var(--strong); border-color: var(--strong); }
button.link { flex: none; min-height: 1.5rem; padding: 0; color: var(--strong); border: 0; text-decoration: underline; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
`;
