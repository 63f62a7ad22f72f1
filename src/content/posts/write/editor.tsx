import './editor.css'
import { Placeholder } from '@tiptap/extension-placeholder'
import { EditorContent, type Editor as TiptapEditor, useEditor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { usePictures } from '../../../shared/pictures/use-pictures.tsx'
import { allowedMarkup, BlockDirection, PictureThumbnails, PostLink } from './editor-extensions.ts'
import { toEditorHtml } from './editor-html.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PasteExtension } from './paste/pasting.ts'
import { useReportedHtml } from './use-reported-html.ts'

interface Props {
  /** Initial HTML. To replace the editor's content later, change its `key`. */
  html: string
  onChange: (html: string) => void
  readOnly: boolean
  placeholder: string
  labelledBy: string
  describedBy: string | undefined
  isInvalid: true | undefined
}

/** Rich text editor that produces only tags that the server accepts. */
export default function Editor(props: Props) {
  const { html, onChange, readOnly, placeholder, labelledBy, describedBy, isInvalid } = props
  const [lost, setLost] = useState('')
  const [isLinking, setLinking] = useState(false)
  const { note, flush } = useReportedHtml(onChange)
  const editor = useEditor({
    extensions: [
      allowedMarkup,
      PostLink,
      BlockDirection,
      PictureThumbnails,
      Placeholder.configure({ placeholder }),
      PasteExtension.configure({ say: setLost }),
    ],
    content: toEditorHtml(html),
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy ?? '',
        'data-mentions': '',
        ...(isInvalid && { 'aria-invalid': 'true' }),
      },
      handleKeyDown(_view, event) {
        const isCommand = event.ctrlKey || event.metaKey
        const isSending = event.key === 'Enter' && isCommand
        // Reports the last keystrokes first, because the form sends the last reported text.
        if (isSending) flush()
        if (event.key !== 'k' || !isCommand) return isSending
        event.preventDefault()
        setLinking(true)
        return true
      },
    },
    parseOptions: { preserveWhitespace: true },
    // Disables Tiptap's paste rules, because PasteExtension handles pasting.
    enablePasteRules: false,
    onUpdate: ({ editor }) => note(editor),
    onBlur: flush,
  })
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])
  const pictures = usePictures({ insert: (added) => insertParagraphs(editor, added), isDisabled: readOnly })
  return (
    <div {...pictures.frame}>
      {pictures.dialog}
      <div className="editor overflow-clip rounded-lg border border-line bg-sunken hover:border-line-strong focus-within:border-act">
        <EditorToolbar editor={editor} onLink={() => setLinking(true)} />
        <EditorContent editor={editor} className="min-h-[400px]" />
      </div>
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
      {/* Mounted before it has text, because screen readers announce only changes of an existing status. */}
      <p role="status" className="text-sm text-muted not-empty:mt-2">
        {lost}
      </p>
      <div className="mt-2">{pictures.button}</div>
    </div>
  )
}

function insertParagraphs(editor: TiptapEditor, lines: readonly string[]): void {
  const paragraphs = lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  editor.chain().focus().insertContent(paragraphs).run()
}
