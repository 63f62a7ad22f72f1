import { useHydrated } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../icon.tsx'
import { ICON_BUTTON } from '../icon-button.tsx'
import { ABOVE_DIALOGS } from '../overlay/modal.ts'
import { setToastPresenter, type ToastMessage } from './toast.ts'
import { toastQueue } from './toast-queue.ts'
import { useToastLayer } from './use-toast-layer.ts'

const SHOWN_FOR = 4000

interface ShownToast {
  id: number
  message: ToastMessage
  close: Close
}

type Close = (wasUsed?: boolean) => void

/** Shows the toasts on the page. Outside their buttons, touches reach the page below. */
export function ToastRegion() {
  return useHydrated() && createPortal(<Region />, document.body)
}

function Region() {
  const region = useRef<HTMLElement>(null)
  const toasts = useToasts()
  const [isHovered, setHovered] = useState(false)
  const isAway = useIsAway()
  const { hasFocus, giveFocusBack } = useFocusByKey(region, toasts.length > 0)
  useToastLayer(region, toasts[0]?.id)
  return (
    <section
      ref={region}
      popover="manual"
      aria-label="What just happened"
      aria-live="polite"
      tabIndex={-1}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      className={REGION}
      {...ABOVE_DIALOGS}
    >
      {toasts.map(({ id, message, close }) => (
        <Toast
          key={id}
          message={message}
          isPaused={isHovered || isAway || hasFocus}
          close={(wasUsed) => {
            giveFocusBack()
            close(wasUsed)
          }}
        />
      ))}
    </section>
  )
}

function useToasts(): ShownToast[] {
  const [toasts, setToasts] = useState<ShownToast[]>([])
  useEffect(() => {
    let last = 0
    return setToastPresenter(
      toastQueue((message, onClose) => {
        last += 1
        const id = last
        let isOpen = true
        const close: Close = (wasUsed) => {
          if (!isOpen) return
          isOpen = false
          setToasts((shown) => shown.filter((toast) => toast.id !== id))
          onClose()
          if (!wasUsed) message.onClose?.()
        }
        setToasts((shown) => [{ id, message, close }, ...shown])
        message.until?.addEventListener('abort', () => close())
        return close
      }),
    )
  }, [])
  return toasts
}

interface ToastProps {
  message: ToastMessage
  isPaused: boolean
  close: Close
}

function Toast({ message, isPaused, close }: ToastProps) {
  const { title, description, kind = 'info', action, lasts = SHOWN_FOR } = message
  useTimeLimit(lasts, isPaused, close)
  return (
    // Announces errors at once, and other toasts when the screen reader pauses.
    <div role={kind === 'error' ? 'alert' : 'status'} className={TOAST}>
      <Icon {...SIGNS[kind]} />
      <div className="min-w-0 flex-1 pt-2.5 pb-3">
        <p className="font-semibold">{title}</p>
        {description && <p className="text-muted">{description}</p>}
        {action && (
          <>
            <button
              type="button"
              onMouseDown={keepFocus}
              onClick={() => {
                close(true)
                action.onPress()
              }}
              className={ACTION}
            >
              {action.label}
            </button>
            <span className="sr-only">Press F6 to come here.</span>
          </>
        )}
      </div>
      <button
        type="button"
        aria-label="Close"
        onMouseDown={keepFocus}
        onClick={() => close()}
        className={`${ICON_BUTTON} pointer-events-auto`}
      >
        <Icon icon="icon-x" className="size-4" />
      </button>
    </div>
  )
}

/** Calls `end` after this many milliseconds. Time during a pause does not count. */
function useTimeLimit(milliseconds: number, isPaused: boolean, end: () => void) {
  const left = useRef(milliseconds)
  const latest = useRef(end)
  latest.current = end
  useEffect(() => {
    if (isPaused) return
    const since = performance.now()
    const timer = setTimeout(() => latest.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [isPaused])
}

/** Returns whether the reader is currently in another window or tab. */
function useIsAway(): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const look = () => setAway(document.hidden)
    addEventListener('blur', () => setAway(true), { signal })
    addEventListener('focus', look, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    return () => stop.abort()
  }, [])
  return isAway
}

/** Moves the focus to the toasts when F6 is pressed, and back when the focused toast closes. */
function useFocusByKey(region: RefObject<HTMLElement | null>, hasToasts: boolean) {
  const [hasFocus, setFocus] = useState(false)
  const former = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (!hasToasts) return
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener(
      'keydown',
      (event) => {
        const place = region.current
        if (event.key !== 'F6' || !place || place.contains(document.activeElement)) return
        event.preventDefault()
        former.current = document.activeElement as HTMLElement
        place.focus({ preventScroll: true })
      },
      { signal },
    )
    const look = () => setFocus(region.current?.contains(document.activeElement) ?? false)
    for (const event of ['focusin', 'focusout'])
      document.addEventListener(event, () => setTimeout(look), { signal })
    return () => stop.abort()
  }, [region, hasToasts])
  const giveFocusBack = useCallback(() => {
    if (!region.current?.contains(document.activeElement)) return
    setFocus(false)
    former.current?.focus({ preventScroll: true })
  }, [region])
  return { hasFocus: hasFocus && hasToasts, giveFocusBack }
}

/** Prevents a click from focusing a toast, which will close soon and lose the focus. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

const SIGNS = {
  error: { icon: 'icon-circle-alert', className: 'mt-3 ml-3 text-bad' },
  success: { icon: 'icon-circle-check', className: 'mt-3 ml-3 text-good' },
  info: { icon: 'icon-info', className: 'mt-3 ml-3 text-act' },
} as const

const ACTION =
  'pointer-events-auto mt-1 min-h-9 font-semibold text-act underline-offset-4 hover:underline max-md:min-h-11'

/** Styles of the toasts' container. They reset the browser's popover styles. */
const REGION =
  'toasts pointer-events-none fixed z-60 flex flex-col gap-2 overflow-visible border-0 bg-transparent p-0 text-text outline-none'

const TOAST =
  'pointer-fine:pointer-events-auto flex items-start gap-3 rounded-lg border border-line-strong bg-raised shadow-raised transition-[opacity,translate] duration-150 ease-out starting:translate-y-3 starting:opacity-0'
