import styles from './problem.module.css';

/** Says what is wrong with a field, beside it. The field is described by this text: `aria-describedby` is its id. */
export function Problem({ id, message }: { id: string; message: string }) {
  return (
    <p id={id} className={styles.problem}>
      {message}
    </p>
  );
}
