import {
  type ComponentType,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useTransition,
} from 'react'
import { Button } from './button.tsx'
import { useKeptFocus } from './list/use-kept-focus.ts'

/**
 * Like React's `lazy`, but shows a message if the code cannot be loaded, instead of replacing the whole page
 * by an error. Loads again on request, when the connection is back, and on the next mount.
 * @param failure replaces the message. Null, for content that the reader did not request, shows nothing
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { failure }: { failure?: ReactNode } = {},
): (props: Props) => ReactNode {
  let Part: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const start = () => {
    loading ??= load().then(
      (module) => {
        Part = module.default
      },
      () => undefined,
    )
    return loading
  }
  const forgetFailure = () => {
    if (!Part) loading = undefined
  }

  return function LazyPart(props: Props) {
    const [, setTries] = useState(0)
    const [isTrying, startTrying] = useTransition()
    if (!Part) use(start())
    if (Part) return <Part {...props} />
    const retry = () =>
      startTrying(async () => {
        forgetFailure()
        await start()
        setTries((tries) => tries + 1)
      })
    return (
      <Failed retry={retry} onUnmount={forgetFailure}>
        {failure === undefined ? <LoadFailure isTrying={isTrying} retry={retry} /> : failure}
      </Failed>
    )
  }
}

interface FailedProps {
  retry: () => void
  onUnmount: () => void
  children: ReactNode
}

function Failed({ retry, onUnmount, children }: FailedProps) {
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    const stop = new AbortController()
    for (const event of ['online', 'back-online'])
      addEventListener(event, () => onOnline(), { signal: stop.signal })
    return () => stop.abort()
  }, [])
  useEffect(() => onUnmount, [onUnmount])
  return children
}

interface LoadFailureProps {
  isTrying: boolean
  retry: () => void
}

function LoadFailure({ isTrying, retry }: LoadFailureProps) {
  const button = useKeptFocus<HTMLButtonElement>(isTrying)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <span role="alert">
        {isTrying ? 'Loading…' : 'Couldn’t load this. Check your connection and try again.'}
      </span>
      <Button ref={button} kind="link" disabled={isTrying} onClick={retry}>
        Try again
      </Button>
    </span>
  )
}
