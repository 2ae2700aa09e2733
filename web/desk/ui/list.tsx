import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { ListFilters, ListPage, ListRow } from '../../../contract/desk.ts';
import { Field } from './form.tsx';

/** Dates, amounts and numbers stay on one line. */
const SHORT_LENGTH = 20;

interface ListProps {
  list: ListPage;
  label: string;
  /** What stands instead of an empty list that nothing filters. */
  none?: string;
}

interface FiltersProps {
  filters: ListFilters;
  /** What the field that finds takes. */
  placeholder: string;
  /** Other fields. */
  children?: ReactNode;
}

/** The fields that narrow a list down. */
export function Filters({ filters, placeholder, children }: FiltersProps) {
  return (
    <form className="row fields">
      <Field
        {...{ label: 'Find', name: 'q', type: 'search', placeholder }}
        defaultValue={filters.q}
      />
      {children}
      <button type="submit" className="button">
        Show
      </button>
    </form>
  );
}

/** A page of a list. On phones each row is a card, whose cells have the titles of their columns. */
export function List({ list, label, none = list.none }: ListProps) {
  const { search } = useLocation();
  if (list.rows.length === 0) {
    return <p className="secondary-text">{search === '' ? none : list.none}</p>;
  }
  return (
    <>
      <table className="list" aria-label={label}>
        <thead>
          <tr>
            {list.columns.map(({ title, isRightAligned }) => (
              <th key={title} scope="col" data-right={isRightAligned || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <Row key={row.id} row={row} list={list} />
          ))}
        </tbody>
      </table>
      {list.next !== undefined && <NextPage after={list.next} />}
    </>
  );
}

function Row({ row, list }: { row: ListRow; list: ListPage }) {
  const { columns, linked = columns[0]?.title } = list;
  return (
    <tr>
      {row.cells.map((cell, index) => {
        const { title = '', isRightAligned } = columns[index] ?? {};
        const isEmpty = cell === '';
        return (
          <td
            key={title}
            data-title={index === 0 ? undefined : title}
            data-right={isRightAligned || undefined}
            data-short={cell.length <= SHORT_LENGTH || undefined}
            data-empty={isEmpty || undefined}
          >
            {title === linked && row.href !== undefined ? <a href={row.href}>{cell}</a> : cell}
          </td>
        );
      })}
    </tr>
  );
}

function NextPage({ after }: { after: string }) {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  parameters.set('after', after);
  return (
    <p>
      <a className="button" href={`${pathname}?${parameters}`}>
        Next page
      </a>
    </p>
  );
}
