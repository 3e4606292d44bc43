/** How the page of a comparison looks. */
export const reportStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 90rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
section { padding: 1rem 0; border-top: 1px solid #8886; }
section div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; align-items: start; }
h2 { font-size: 1.1rem; } small { display: block; font-weight: normal; }
figure { margin: 0; } figcaption, figure p { padding: .3rem 0; margin: 0; }
img { max-width: 100%; background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px; outline: 1px solid #8886; }
ul { padding-left: 1.2rem; } q { quotes: none; white-space: pre-wrap; }
del { background: #ffd7d5; color: #82071e; } ins { background: #d2f4d3; color: #0a4b1a; text-decoration: none; }
`;
