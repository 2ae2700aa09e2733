import { useLoaderData } from 'react-router';
import { deskPaths, type SalesFigure } from '../../../contract/desk.ts';
import { formatCents } from '../../../contract/money.ts';
import { List } from '../ui/list.tsx';
import { loaderOf } from '../visit.ts';

export const loader = loaderOf(({ desk }) => desk.readToday());

export function Component() {
  const { toShip, lowStock, tasks, newestOrder, ...sales } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="row spread">
        <h1>Today</h1>
        <label className="secondary-text scripted">
          <input type="checkbox" data-sound /> Sound for new orders
        </label>
      </div>
      <p className="news" data-news={`${deskPaths.news}?after=${newestOrder}`} role="status" />
      <ul className="figures">
        <li>
          <a className="figure" href={`${deskPaths.orders}?status=placed`}>
            <strong>{toShip.count}</strong> to ship
          </a>
        </li>
        <Figure label="yesterday" figure={sales.yesterday} />
        <Figure label="this month" figure={sales.thisMonth} before={sales.lastMonth} />
      </ul>
      <section className="stack gap-2">
        <h2>To ship, the oldest first</h2>
        <List
          list={{ ...toShip.list, next: undefined }}
          label="Orders to ship"
          none="Every order is shipped."
        />
        {toShip.list.next !== undefined && (
          <p className="row">
            <a href={`${deskPaths.orders}?status=placed`}>All {toShip.count} orders to ship</a>
          </p>
        )}
      </section>
      {tasks.length > 0 && (
        <section className="surface card stack gap-2">
          <h2>Wants doing</h2>
          <ul className="tasks">
            {tasks.map(({ text, href }) => (
              <li key={text}>{href === undefined ? text : <a href={href}>{text}</a>}</li>
            ))}
          </ul>
        </section>
      )}
      {lowStock.count > 0 && (
        <section className="stack gap-2">
          <h2>Low stock</h2>
          <List list={lowStock.list} label="Products of which few are left" />
        </section>
      )}
    </>
  );
}

interface FigureProps {
  label: string;
  figure: SalesFigure;
  /** The same days of the month before. */
  before?: SalesFigure;
}

function Figure({ label, figure, before }: FigureProps) {
  return (
    <li className="figure">
      <strong>{formatCents(figure.netCents)}</strong>
      {label}: {figure.orders} {figure.orders === 1 ? 'order' : 'orders'}
      {before !== undefined && (
        <span className="secondary-text">
          {formatCents(before.netCents)} until this day of the month before
        </span>
      )}
    </li>
  );
}
