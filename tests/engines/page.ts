/** Describes an element by its role, label or text. A string must match the whole name or text. */
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

/** Time limit in milliseconds when waiting for an element. */
export const PATIENCE = 10_000

/** A page in a new browser session. Each method waits for its element and uses the first visible match. */
export interface EnginePage {
  /** Opens a path, or a full URL from a mail. */
  goto(address: string): Promise<void>
  see(target: Target): Promise<void>
  click(target: Target): Promise<void>
  /** Sends keys to the element without clicking it, so that the text cursor does not move. */
  type(target: Target, text: string): Promise<void>
  press(target: Target, keys: 'Enter' | 'Control+Enter'): Promise<void>
  valueOf(target: Target): Promise<string>
  address(): Promise<string>
  /** Returns console errors. In WebKit, only those since the first element lookup on the current page. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export interface Engine {
  newPage(origin: string): Promise<EnginePage>
  stop(): Promise<void>
}
