import { type CanCommands, type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'

interface Tool {
  label: string
  icon: `icon-${string}`
  /** Missing for the link tool, which opens a dialog. */
  run?: (chain: ChainedCommands) => ChainedCommands
  keys?: string
  state?: string
  isPossible?: (can: CanCommands) => boolean
}

/** The toolbar has a single tab stop. Arrow keys move between its tools. */
export function EditorToolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
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
          // Prevents a mouse press from clearing the text selection.
          onMouseDown={(event) => event.preventDefault()}
          aria-keyshortcuts={tool.keys}
          onClick={() => (tool.run ? tool.run(editor.chain().focus()).run() : onLink())}
          className="size-10! aria-pressed:bg-act-ground aria-pressed:text-act aria-disabled:opacity-40"
        />
      ))}
    </div>
  )
}

const TOOLS: readonly Tool[] = [
  { label: 'Bold', icon: 'icon-bold', state: 'bold', run: (chain) => chain.toggleBold() },
  { label: 'Italic', icon: 'icon-italic', state: 'italic', run: (chain) => chain.toggleItalic() },
  { label: 'Link', icon: 'icon-link', state: 'link', keys: 'Control+K' },
  {
    label: 'Heading',
    icon: 'icon-heading',
    state: 'heading',
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    label: 'Bulleted list',
    icon: 'icon-list',
    state: 'bulletList',
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    icon: 'icon-list-ordered',
    state: 'orderedList',
    run: (chain) => chain.toggleOrderedList(),
  },
  { label: 'Quote', icon: 'icon-text-quote', state: 'blockquote', run: (chain) => chain.toggleBlockquote() },
  { label: 'Undo', icon: 'icon-undo-2', isPossible: (can) => can.undo(), run: (chain) => chain.undo() },
  { label: 'Redo', icon: 'icon-redo-2', isPossible: (can) => can.redo(), run: (chain) => chain.redo() },
]

function stateOf({ state, isPossible }: Tool, editor: Editor): 'on' | 'off' | 'impossible' {
  if (isPossible && !isPossible(editor.can())) return 'impossible'
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
