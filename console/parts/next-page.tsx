import { Button } from './button.tsx';

interface NextPageProps {
  /** A list that is read page by page. */
  readonly of: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly words: string;
}

/** Brings the next page of a list, where there is one. */
export const NextPage = ({ of: list, words }: NextPageProps) =>
  list.hasNextPage && (
    <div>
      <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
        {words}
      </Button>
    </div>
  );
