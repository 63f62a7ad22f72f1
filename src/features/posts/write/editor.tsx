import { Placeholder } from '@tiptap/extension-placeholder'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useState } from 'react'
import { BlockDirection } from './block-direction.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { Pasting } from './paste/pasting.ts'
import { useReportedHtml } from './use-reported-html.ts'
import './editor.css'

interface Props {
  /** HTML to start with; another one needs another `key`. */
  html: string
  onChange: (html: string) => void
  readOnly: boolean
  placeholder: string
  /** Ids of what names and describes it. */
  labelledBy: string
  describedBy: string | undefined
  isInvalid: true | undefined
}

/** Rich text with nothing in it but what the server lets through, typed or pasted. Loaded where somebody writes. */
export default function Editor(props: Props) {
  const { html, onChange, readOnly, placeholder, labelledBy, describedBy, isInvalid } = props
  const [lost, setLost] = useState('')
  const { note, flush } = useReportedHtml(onChange)
  const editor = useEditor({
    extensions: [
      allowedMarkup,
      BlockDirection,
      Placeholder.configure({ placeholder }),
      Pasting.configure({ say: setLost }),
    ],
    content: html,
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
      handleKeyDown(_view, { key, ctrlKey, metaKey }) {
        const isSending = key === 'Enter' && (ctrlKey || metaKey)
        // The form sends what it was told.
        if (isSending) flush()
        return isSending
      },
    },
    parseOptions: { preserveWhitespace: true },
    // Pasting has rules of its own.
    enablePasteRules: false,
    onUpdate: ({ editor }) => note(editor),
    onBlur: flush,
  })
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])
  return (
    <div>
      <div className="editor overflow-clip rounded-lg border border-line bg-sunken hover:border-line-strong focus-within:border-act">
        <EditorToolbar editor={editor} />
        <EditorContent editor={editor} className="min-h-[400px]" />
      </div>
      {/* Stands there before it has words, or they would not be heard. */}
      <p role="status" className="text-sm text-muted not-empty:mt-2">
        {lost}
      </p>
    </div>
  )
}

/** Of the kit what the allowed tags can say (spec, section 5). */
const allowedMarkup = StarterKit.configure({
  code: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  link: false,
  strike: false,
  underline: false,
  trailingNode: false,
  dropcursor: false,
  gapcursor: false,
})
