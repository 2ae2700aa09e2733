import { useLoaderData } from 'react-router';
import { List } from '../ui/list.tsx';
import { type DeskArgs, readFilters, visitContext } from '../visit.ts';

export function loader({ request, context }: DeskArgs) {
  return context.get(visitContext).desk.listLog(readFilters(request));
}

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
