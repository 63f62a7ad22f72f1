import { Toast } from '@base-ui/react/toast'
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { ICON_BUTTON } from '../icon-button.tsx'
import { showToastsWith, type ToastMessage } from './toast.ts'
import { AT_ONCE, toastQueue } from './toast-queue.ts'
import { useClearPlace } from './use-clear-place.ts'

const SHOWN_FOR = 4000
/** Milliseconds that a region has to stand there before screen readers hear what comes into it. */
const HEARD_AFTER = 100

/** Off the controls that are in use (`useClearPlace`), and open to the touch of what it does lie over. */
export default function ToastRegion() {
  const region = useRef<HTMLDivElement>(null)
  return (
    <Toast.Provider timeout={SHOWN_FOR} limit={AT_ONCE}>
      <Toast.Portal>
        <Toast.Viewport ref={region} popover="manual" aria-label="What just happened" className={REGION}>
          <Toasts region={region} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts({ region }: { region: RefObject<HTMLElement | null> }) {
  const { toasts, add, close } = Toast.useToastManager()
  useEffect(() => {
    let stop: (() => void) | undefined
    const timer = setTimeout(() => {
      stop = showToastsWith(toastQueue((message, onClose) => show({ message, onClose }, add, close)))
    }, HEARD_AFTER)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [add, close])
  useClearPlace(region, toasts[0]?.id)
  return toasts
    .filter((toast) => !toast.limited)
    .map((toast) => (
      // A failure is said at once, the rest when the reader pauses.
      <Toast.Root
        key={toast.id}
        toast={toast}
        role={toast.type === 'error' ? 'alert' : 'status'}
        {...NO_WINDOW}
        className={ROOT}
      >
        <Toast.Content className="flex items-start gap-3">
          <Icon {...signOf(toast.type)} />
          <div className="min-w-0 flex-1 pt-2.5 pb-3">
            <Toast.Title render={<p />} className="font-semibold" />
            <Toast.Description className="text-muted" />
            <Toast.Action onMouseDown={keepFocus} className={ACTION} />
            {toast.actionProps && <span className="sr-only">F6 leads here.</span>}
          </div>
          {/* Base UI hides it from those who hear the page until somebody points at the toast. */}
          <Toast.Close
            aria-label="Close"
            aria-hidden={undefined}
            onMouseDown={keepFocus}
            className={`${ICON_BUTTON} pointer-events-auto`}
          >
            <Icon icon="icon-x" className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    ))
}

/** A pointer does not take the focus into a toast: it would be on nothing once that is gone. Base UI gives back the keyboard's. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

type Toasts = ReturnType<typeof Toast.useToastManager>

interface Shown {
  message: ToastMessage
  onClose: () => void
}

function show({ message, onClose }: Shown, add: Toasts['add'], close: Toasts['close']): () => void {
  const { action, until, onClose: onUnused, ...said } = message
  let wasPressed = false
  const id = add({
    ...options(said),
    onClose: () => {
      onClose()
      if (!wasPressed) onUnused?.()
    },
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          wasPressed = true
          close(id)
          action.onPress()
        },
      },
    }),
  })
  until?.addEventListener('abort', () => close(id))
  return () => close(id)
}

function options({ title, description, kind = 'info', lasts }: ToastMessage) {
  // Base UI says a toast of high priority twice, once hidden: axe objects, and so does whoever searches the page.
  return { title, description, type: kind, timeout: lasts ?? SHOWN_FOR, priority: 'low' } as const
}

function signOf(kind: string | undefined) {
  if (kind === 'error') return { icon: 'icon-circle-alert', className: 'mt-3 ml-3 text-bad' } as const
  if (kind === 'success') return { icon: 'icon-circle-check', className: 'mt-3 ml-3 text-good' } as const
  return { icon: 'icon-info', className: 'mt-3 ml-3 text-act' } as const
}

const ACTION =
  'pointer-events-auto mt-1 min-h-9 font-semibold text-act underline-offset-4 hover:underline max-md:min-h-11'

/** What the dialog that Base UI makes of it may say of itself, and a message may not. */
const NO_WINDOW = { 'aria-modal': undefined }

/** A popover has a look of its own in browsers, and is hidden until it is raised above another (`raise`). */
const REGION =
  'pointer-events-none fixed inset-auto z-60 m-0 flex w-[calc(100vw-2rem)] max-w-96 flex-col gap-2 overflow-visible border-0 bg-transparent p-0 text-text'

/** A mouse that rests on it stops the clock; a touch goes through. */
const ROOT =
  'pointer-fine:pointer-events-auto rounded-lg border border-line-strong bg-raised shadow-raised transition-[opacity,translate] duration-150 ease-out data-starting-style:translate-y-3 data-starting-style:opacity-0 data-ending-style:opacity-0'
