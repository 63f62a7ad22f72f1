export interface Sharing {
  title: string
  url: string
}

type Device = {
  share?: (data: Sharing & { text: string }) => Promise<void>
  clipboard?: { writeText: (text: string) => Promise<void> } | undefined
}

/** Opens the device's own dialog; without one, or when it fails, copies the link. */
export async function share(
  { title, url }: Sharing,
  device: Device,
): Promise<'shared' | 'copied' | 'dismissed' | 'failed'> {
  try {
    if (device.share) {
      await device.share({ title, text: `Check out this discussion: ${title}`, url })
      return 'shared'
    }
  } catch (error) {
    if ((error as Error).name === 'AbortError') return 'dismissed'
  }
  try {
    if (!device.clipboard) return 'failed'
    await device.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}
