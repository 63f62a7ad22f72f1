/**
 * Sends a request like fetch(), and reports the share of the body that was sent (0 to 1), which fetch() cannot.
 * Rejects with TypeError if there was no response, and with AbortError.
 */
export function fetchWithProgress(onProgress: (share: number) => void) {
  return (path: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total)
      request.onload = () =>
        resolve(new Response(request.response, { status: request.status, headers: headersOf(request) }))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  return lines.flatMap((line) => {
    const colon = line.indexOf(': ')
    return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 2)] as [string, string]] : []
  })
}
