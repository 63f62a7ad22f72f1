/** Words as they were written, line by line: nothing in them is to be pressed. Texts of posts have a line for each paragraph. */
export function PlainLines({ text }: { text: string }) {
  const lines = text.split(/\n+/)
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these lines never change
    <p key={index} className={index > 0 ? 'mt-2' : undefined}>
      {line}
    </p>
  ))
}
