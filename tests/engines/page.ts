/** An element by its role, label or text. A string must match in full. */
export type Target = (
  | { role: Role; name?: string | RegExp; pressed?: boolean }
  | { label: string | RegExp }
  | { text: string | RegExp }
) & { within?: Target }

export type Role =
  | 'article'
  | 'banner'
  | 'button'
  | 'combobox'
  | 'complementary'
  | 'dialog'
  | 'group'
  | 'heading'
  | 'link'
  | 'log'
  | 'option'
  | 'textbox'

/** Milliseconds to wait for an element. */
export const PATIENCE = 10_000

/** A page in a browser session of its own. Each method waits for its element; the first visible match counts. */
export interface EnginePage {
  /** A path, or the whole address in a mail. */
  goto(address: string): Promise<void>
  see(target: Target): Promise<void>
  click(target: Target): Promise<void>
  /** Sends keys to the element without clicking it, so that the text cursor stays. */
  type(target: Target, text: string): Promise<void>
  press(target: Target, keys: 'Enter' | 'Control+Enter'): Promise<void>
  valueOf(target: Target): Promise<string>
  address(): Promise<string>
  /** Errors in the console. WebKit knows those of the current document, after the first element was looked for. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export interface Engine {
  newPage(origin: string): Promise<EnginePage>
  stop(): Promise<void>
}
