import operations from './contract.gen.json'

class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly data: unknown

  constructor(status: number, said: { code?: string; message?: string; data?: unknown }) {
    super(said.message ?? 'The server sent an unexpected response. Please try again.')
    this.code = said.code ?? 'INTERNAL_SERVER_ERROR'
    this.status = status
    this.data = said.data
  }
}

type Send = (path: string, init: RequestInit, name: string, input: unknown) => Promise<Response>

/**
 * Returns an API client with a function for each operation: `client.posts.list(input, { signal })`. Path
 * parameters go into the path. Others go into the query of a GET or DELETE, otherwise into the JSON body. A
 * file is sent as the body itself. The client has a tenth of the size of oRPC's.
 */
export function createHttpClient(send: Send): unknown {
  return operationOf(send, '')
}

function operationOf(send: Send, name: string): unknown {
  const call = (input?: unknown, options?: { signal?: AbortSignal }) =>
    callOperation(send, name, input, options)
  return new Proxy(call, {
    get: (_, inner) =>
      // `then` is no operation: `await` looks for it to recognise promises.
      typeof inner === 'string' && inner !== 'then'
        ? operationOf(send, name ? `${name}.${inner}` : inner)
        : undefined,
  })
}

async function callOperation(send: Send, name: string, input: unknown, options?: { signal?: AbortSignal }) {
  const [method = '', template = ''] = (ADDRESSES[name] ?? '').split(' ')
  const { path, body } = addressed(method, template, input)
  const type = body instanceof Blob ? body.type : 'application/json'
  const init = {
    method,
    signal: options?.signal ?? null,
    // The request completes even if the page is closed.
    ...(method === 'DELETE' && { keepalive: true }),
    ...(body !== undefined && { body, headers: { 'content-type': type } }),
  }
  return answerOf(await send(path, init, name, input))
}

const ADDRESSES: Record<string, string> = operations

function addressed(method: string, template: string, input: unknown) {
  if (input instanceof Blob) return { path: template, body: input }
  const rest = { ...(input as Record<string, unknown> | undefined) }
  const path = template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (method !== 'GET' && method !== 'DELETE')
    return { path, body: given.length > 0 ? JSON.stringify(rest) : undefined }
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return { path: query ? `${path}?${query}` : path, body: undefined }
}

/** Returns the parsed response. Throws ApiError on an error status, even if a proxy's page is not JSON. */
async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const said = text ? parsed(text) : undefined
  if (!response.ok) throw new ApiError(response.status, said ?? {})
  return said
}

function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
