/** Describes the problem of a field, beside it. The field is described by this text: `aria-describedby` is its id. */
export function Problem({ id, message }: { id: string; message: string }) {
  return (
    <p id={id} className="error-text typed">
      {message}
    </p>
  );
}
