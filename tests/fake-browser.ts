import { vi } from 'vitest'

/** Fakes event streams, which the test controls, and the browser globals that their client uses. */
export function fakeBrowser() {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false })
  const requests: Request[] = []
  const streams: FakeStream[] = []
  let answer: (() => Response | Promise<Response>) | undefined
  const fetch = (path: string, init: RequestInit = {}) => {
    const request = new Request(`http://localhost${path}`, init)
    requests.push(request)
    if (answer) return Promise.resolve(answer())
    const stream = fakeStream(init.signal as AbortSignal)
    streams.push(stream)
    return Promise.resolve(stream.response)
  }
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', document)
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, window[name].bind(window))
  const network = { isThere: true }
  // Overrides only `navigator.onLine`, so that Node's own `navigator.locks` remains.
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => network.isThere })
  return {
    requests,
    streams,
    document,
    /** From now on, `make` returns the response to each request. Without it, each request opens a stream. */
    answerWith: (make?: () => Response | Promise<Response>) => {
      answer = make
    },
    goOffline: () => {
      network.isThere = false
      window.dispatchEvent(new Event('offline'))
    },
    goOnline: () => {
      network.isThere = true
      window.dispatchEvent(new Event('online'))
    },
    fire: (type: string, more: object = {}) => window.dispatchEvent(Object.assign(new Event(type), more)),
    /** Waits 20 ms for pending work, then restores the real globals. Stop the event stream's client first. */
    close: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      vi.unstubAllGlobals()
    },
    onEvent: (type: string, listener: () => void) => window.addEventListener(type, listener),
  }
}

interface FakeStream {
  response: Response
  say(text: string): void
  end(): void
  breakOff(): void
  isOpen(): boolean
}

function fakeStream(signal: AbortSignal): FakeStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOpen = true
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made
    },
    cancel: () => {
      isOpen = false
    },
  })
  const close = (act: () => void) => {
    if (isOpen) act()
    isOpen = false
  }
  const breakOff = () => close(() => controller?.error(new TypeError('network error')))
  signal.addEventListener('abort', breakOff)
  return {
    response: new Response(body),
    say: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => close(() => controller?.close()),
    breakOff,
    isOpen: () => isOpen,
  }
}
