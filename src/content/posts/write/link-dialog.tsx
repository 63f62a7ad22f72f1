import { type Editor, getMarkRange } from '@tiptap/react'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { readAddress } from './editor-html.ts'

interface Props {
  editor: Editor
  onClose: () => void
}

/** Adds, changes or removes the link at the selection. Asks for a text if nothing is selected. */
export function LinkDialog({ editor, onClose }: Props) {
  const [opened] = useState(() => linkAt(editor))
  const [address, setAddress] = useState(opened.href)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const hasText = opened.href !== '' || !editor.state.selection.empty
  const finish = (change: () => void) => {
    change()
    onClose()
  }
  const add = () => {
    const href = readAddress(address)
    if (!href) return setError('Enter an address such as https://example.org.')
    finish(() => setLink(editor, href, hasText ? undefined : text.trim() || href))
  }
  return (
    <Dialog open onClose={onClose} title={opened.href ? 'Edit link' : 'Add link'}>
      <form
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          add()
        }}
        className="grid gap-4"
      >
        <Field
          label="Address"
          type="url"
          inputMode="url"
          autoComplete="off"
          required
          unmarked
          placeholder="https://"
          value={address}
          error={error}
          onChange={(event) => setAddress(event.target.value)}
        />
        {!hasText && <Field label="Text" value={text} onChange={(event) => setText(event.target.value)} />}
        <div className="flex flex-wrap justify-end gap-3">
          {opened.href && (
            <Button
              kind="quiet"
              onClick={() => finish(() => editor.chain().focus().extendMarkRange('link').unsetLink().run())}
            >
              Remove link
            </Button>
          )}
          <Button type="submit">{opened.href ? 'Save link' : 'Add link'}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function linkAt({ state, schema }: Editor): { href: string } {
  const { link } = schema.marks
  const range = link && getMarkRange(state.selection.$from, link)
  const mark = range && state.doc.nodeAt(range.from)?.marks.find(({ type }) => type === link)
  return { href: String(mark?.attrs.href ?? '') }
}

function setLink(editor: Editor, href: string, text: string | undefined) {
  const chain = editor.chain().focus()
  if (text === undefined) return chain.extendMarkRange('link').setLink({ href }).run()
  return chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }).run()
}
