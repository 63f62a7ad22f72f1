/** Folder of the pictures in the file storage. */
export const PICTURE_FOLDER = 'pictures'

export function pictureKey(id: string): string {
  return `${PICTURE_FOLDER}/${id}.webp`
}
