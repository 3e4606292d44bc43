/** Names of what something stands in; none turns the direction of the others. */
export const PathWords = ({ path }: { path: readonly string[] }) => (
  <>
    {path.map((name, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: names stand in their order
      <span key={place}>
        {place > 0 && ' / '}
        <bdi>{name}</bdi>
      </span>
    ))}
  </>
);
