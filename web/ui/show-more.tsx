import { Button } from './button.tsx';

interface ShowMoreProps {
  /** A query of pages. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The name of the listed items, such as 'orders'. */
  what: string;
}

/** Loads the next page of a list when it is pressed. */
export function ShowMore({ list, what }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="stack centred">
      <Button
        variant="secondary"
        aria-disabled={list.isFetchingNextPage}
        onClick={() => !list.isFetchingNextPage && void list.fetchNextPage()}
      >
        {list.isFetchingNextPage ? `Loading more ${what}` : `Show more ${what}`}
      </Button>
    </div>
  );
}
