import type { ProductPage } from '../../../contract/desk.ts';
import { Form, ProblemText } from './form.tsx';

/** The pictures of a product, each with buttons that move it or take it out. */
export function Pictures({ pictures }: Pick<ProductPage, 'pictures'>) {
  const names = pictures.map(({ name }) => name);
  if (names.length === 0) {
    return <p className="secondary-text">None of the shop's own yet.</p>;
  }
  return (
    <Form>
      <ProblemText intent="arrange" />
      <input type="hidden" name="intent" value="arrange" />
      <input type="hidden" name="before" value={names.join(' ')} />
      <ol className="pictures">
        {pictures.map(({ name, address }, index) => {
          const others = names.filter((other) => other !== name);
          const earlier = others.toSpliced(index - 1, 0, name);
          return (
            <li key={name}>
              <img src={address} alt={`Number ${index + 1}`} width="120" height="120" />
              {index > 0 && (
                <button
                  {...{ type: 'submit', name: 'pictures', className: 'link' }}
                  aria-label={`Move picture ${index + 1} forward`}
                  value={earlier.join(' ')}
                >
                  Forward
                </button>
              )}
              <button
                {...{ type: 'submit', name: 'pictures', className: 'link' }}
                aria-label={`Remove picture ${index + 1}`}
                value={others.join(' ')}
              >
                Remove
              </button>
            </li>
          );
        })}
      </ol>
    </Form>
  );
}
