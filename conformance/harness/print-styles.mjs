/** An outputter of figma-export: prints the names of the styles that it found. */
export default () => async (styles) =>
  console.log(`\nstyles=${JSON.stringify(styles.map(({ name }) => name))}`);
