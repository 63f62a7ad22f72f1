import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'

interface Tool {
  label: string
  icon: `icon-${string}`
  run: (editor: Editor) => void
  /** The mark or node that it toggles. */
  state?: string
  isPossible?: (editor: Editor) => boolean
}

/** The toolbar is one stop of the Tab key; arrow keys move between the tools. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  const [stop, setStop] = useState(0)
  const states = useEditorState({
    editor,
    selector: ({ editor }) => TOOLS.map((tool) => stateOf(tool, editor)),
  })
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={moveFocus}
      className="sticky top-15 z-10 flex flex-wrap gap-0.5 border-b border-line bg-sunken p-1"
    >
      {TOOLS.map((tool, index) => (
        <IconButton
          key={tool.label}
          label={tool.label}
          icon={tool.icon}
          aria-pressed={tool.state ? states[index] === 'on' : undefined}
          aria-disabled={states[index] === 'impossible' || undefined}
          tabIndex={index === stop ? 0 : -1}
          onFocus={() => setStop(index)}
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run(editor)}
          className="size-10! aria-pressed:bg-act-ground aria-pressed:text-act aria-disabled:opacity-40"
        />
      ))}
    </div>
  )
}

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    icon: 'icon-bold',
    state: 'bold',
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: 'icon-italic',
    state: 'italic',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Bulleted list',
    icon: 'icon-list',
    state: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: 'icon-list-ordered',
    state: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    icon: 'icon-text-quote',
    state: 'blockquote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: 'Undo',
    icon: 'icon-undo-2',
    isPossible: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    label: 'Redo',
    icon: 'icon-redo-2',
    isPossible: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
]

function stateOf({ state, isPossible }: Tool, editor: Editor): 'on' | 'off' | 'impossible' {
  if (isPossible && !isPossible(editor)) return 'impossible'
  return state && editor.isActive(state) ? 'on' : 'off'
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const tools = [...event.currentTarget.querySelectorAll('button')]
  const next =
    tools[(tools.indexOf(document.activeElement as HTMLButtonElement) + step + tools.length) % tools.length]
  event.preventDefault()
  next?.focus()
}
