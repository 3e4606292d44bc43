/** How the report looks. Pictures of a few px are shown larger, pixel by pixel. */
export const pageStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 1200px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: left; }
article { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
article div { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; align-items: start; }
h3 { margin: 0 0 .5rem; } small { font-weight: normal; opacity: .75; }
img { max-width: 100%; min-width: 120px; image-rendering: pixelated; background: white; outline: 1px solid #8886; }
pre { margin: .3rem 0; white-space: pre-wrap; font-size: .8rem; }
.filters label { margin-right: 1rem; }
`;

/** Shows the cases of the chosen set and feature, and says how many they are. */
export const pageScript = `
const choices = [...document.querySelectorAll('select')];
const cards = [...document.querySelectorAll('article')];
const filter = () => {
  const [set, feature] = choices.map(({ value }) => value);
  for (const card of cards)
    card.hidden = (set && card.dataset.set !== set) || (feature && !card.dataset.features.split('|').includes(feature));
  document.querySelector('output').textContent = cards.filter(({ hidden }) => !hidden).length + ' cases';
};
for (const choice of choices) choice.addEventListener('change', filter);
filter();
`;
