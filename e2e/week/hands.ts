/** The hands of an operator, with every press counted. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '../shop.ts';

/** More than any screen has between two fields that a task needs. */
const TABS_MAX = 80;

type Files = Parameters<Locator['setInputFiles']>[0];

/** A press is a click, a tick, a choice, a dropped file or Enter. Typing, the key that finds, and Tab are none. */
export class Hands {
  presses = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.presses++;
    await target.click();
  }

  button = (name: string | RegExp) => this.press(this.page.getByRole('button', { name }));

  link = (name: string) => this.press(this.page.getByRole('link', { name, exact: true }));

  /** A section of the desk. */
  async section(name: string): Promise<void> {
    await this.press(this.page.getByRole('navigation').getByRole('link', { name, exact: true }));
    await this.isAt(name);
  }

  /** Opens a form by its title. */
  open = (title: string) => this.press(this.title(title));

  title(title: string): Locator {
    return this.page.locator('summary').getByText(title, { exact: true });
  }

  /** A field of what is open. */
  field(label: string | RegExp): Locator {
    return this.page.getByLabel(label, { exact: true }).filter({ visible: true });
  }

  type = (label: string | RegExp, text: string) => this.field(label).fill(text);

  async choose(label: string, option: string): Promise<void> {
    this.presses++;
    await this.field(label).selectOption(option);
  }

  async tick(box: Locator): Promise<void> {
    this.presses++;
    await box.check();
  }

  async drop(label: string, files: Files): Promise<void> {
    this.presses++;
    await this.field(label).setInputFiles(files);
  }

  async enter(): Promise<void> {
    this.presses++;
    await this.page.keyboard.press('Enter');
  }

  async space(): Promise<void> {
    this.presses++;
    await this.page.keyboard.press('Space');
  }

  /** Finds something by the field in the bar. @param heading of the page that opens */
  async find(text: string, heading: string): Promise<void> {
    const { keyboard } = this.page;
    // The script of the page listens for the key.
    await this.page.waitForLoadState();
    await keyboard.press('/');
    await keyboard.type(text);
    await this.enter();
    await this.isAt(heading);
  }

  isAt = (heading: string) =>
    expect(this.page.getByRole('heading', { level: 1 })).toHaveText(heading);

  /** Goes on by the keyboard. */
  async tabTo(target: Locator): Promise<void> {
    for (let tabs = 0; tabs < TABS_MAX; tabs++) {
      await this.page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`No Tab leads to ${target}`);
  }

  /** What the desk says that it has done. */
  isTold = (text: string | RegExp) =>
    expect(this.page.getByRole('main').getByRole('status').last()).toContainText(text);
}
