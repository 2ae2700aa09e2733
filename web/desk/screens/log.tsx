import { useLoaderData } from 'react-router';
import { List } from '../ui/list.tsx';
import { loaderOf } from '../visit.ts';

export const loader = loaderOf(({ desk, filters }) => desk.listLog(filters));

export function Component() {
  return (
    <>
      <h1>Log</h1>
      <p className="secondary-text">
        What operators changed, newest first: at the desk, or by a command.
      </p>
      <List list={useLoaderData<typeof loader>()} label="Changes" />
    </>
  );
}
