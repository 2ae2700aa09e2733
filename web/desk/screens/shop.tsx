import { useActionData, useLoaderData } from 'react-router';
import { deskPaths, type ShopPage, type ShopPreview, shopIntents } from '../../../contract/desk.ts';
import { Field, Form, IntentForm, ProblemText, TextField, useProblem } from '../ui/form.tsx';
import { Preview } from '../ui/preview.tsx';
import { actionOf, changedIn, goTo, loaderOf } from '../visit.ts';

export const loader = loaderOf(({ desk }) => desk.readShop());

export const action = actionOf(async ({ desk, ...form }) => {
  const { fields } = form;
  if (fields.intent !== 'preview') return goTo(deskPaths.shop, await desk.changeShop(form));
  const typed = changedIn({ ...fields, intent: 'identity' });
  return { fields: typed, preview: desk.previewShop(fields) };
});

export function Component() {
  const { fields } = useProblem();
  const { identity, synonyms, unfound } = useLoaderData<typeof loader>();
  const { preview } = (useActionData() as { preview?: ShopPreview } | undefined) ?? {};
  const words = { name: 'synonyms', label: 'Lines', value: synonyms, isLong: true };
  return (
    <>
      <h1>Shop</h1>
      {!shopIntents.some((intent) => intent === fields?.intent) && <ProblemText />}
      <div className="columns">
        <IntentForm
          {...{ intent: 'identity', title: 'Name, look and legal texts', button: 'Save' }}
          encType="multipart/form-data"
          isLive
        >
          {identity.map((field) => (
            <TextField key={field.name} field={field} />
          ))}
          <button type="submit" name="intent" value="preview" className="button">
            Preview
          </button>
        </IntentForm>
        <div className="stack">
          <p className="row">
            <a href={deskPaths.identityFile}>Export as shop.json</a>
          </p>
          <Unfound unfound={unfound} />
          <IntentForm
            {...{ intent: 'synonyms', title: 'Words that mean the same', button: 'Save' }}
          >
            <p>
              <code>tv, television</code> mean the same; a search for <code>power bank</code> also
              finds the right side of <code>power bank =&gt; portable charger</code>.
            </p>
            <TextField field={words} />
          </IntentForm>
          <Preview preview={preview} />
        </div>
      </div>
    </>
  );
}

/** Each with a field for the word that the shop has for it. */
function Unfound({ unfound }: Pick<ShopPage, 'unfound'>) {
  return (
    <section className="surface card stack gap-2">
      <h2>Searched for in vain</h2>
      <ProblemText intent="join" />
      {unfound.length === 0 && (
        <p className="secondary-text">Of the last 30 days, nothing is counted.</p>
      )}
      {unfound.map(({ text, searches }) => (
        <Form key={text} className="row fields">
          <input type="hidden" name="intent" value="join" />
          <input type="hidden" name="text" value={text} />
          <Field
            label={
              <>
                The shop's word for <span>{text}</span>, searched {searches} times
              </>
            }
            {...{ name: 'word', required: true }}
          />
          <button type="submit" className="button">
            Join
          </button>
        </Form>
      ))}
    </section>
  );
}
