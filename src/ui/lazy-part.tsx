import { type ComponentType, type ReactNode, use, useEffect, useState, useTransition } from 'react'
import { type Attempt, LoadFailure } from './feedback/load-failure.tsx'
import { useBackOnline } from './use-back-online.ts'

interface Options<Props> {
  /** Rendered when the code could not be loaded; `hideFailure` for a part that nobody asked for. */
  failure?: (attempt: Attempt, props: Props) => ReactNode
}

export const hideFailure = (): ReactNode => null

const showFailure = (attempt: Attempt): ReactNode => <LoadFailure {...attempt} />

/**
 * React's `lazy`, except that a part whose code cannot be loaded shows a message in its place instead of throwing to the error
 * boundary of the page. It tries again on request, when the connection is back, and when it is mounted again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { failure = showFailure }: Options<Props> = {},
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
        {failure({ isTrying, retry }, props)}
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
  useBackOnline(retry)
  useEffect(() => onUnmount, [onUnmount])
  return children
}
