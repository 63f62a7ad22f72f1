import { makePicture, makeSquares, PictureRejectedError } from '../../people/profiles/picture.server.ts'
import type { Files } from '../../platform/files/files.server.ts'
import { PICTURE_PIXELS } from '../../shared/pictures/policy.ts'
import { readUpload, UnreadableFileError } from './upload-folder.server.ts'

/** The former forum's folder of uploads, and where its pictures are stored. */
export interface ImportFiles {
  folder: string
  /** Undefined for a dry run, which stores nothing. */
  storage: Files | undefined
}

/** Re-encodes a picture of the folder, as an upload is. Returns why it cannot be imported otherwise. */
export const readPicture = ({ folder }: ImportFiles, path: string) =>
  explained(async () => makePicture(await readUpload(folder, path), PICTURE_PIXELS))

/** Cuts a picture of the folder to the squares of an avatar. Returns why it cannot be imported otherwise. */
export const readSquares = ({ folder }: ImportFiles, path: string) =>
  explained(async () => makeSquares(await readUpload(folder, path)))

async function explained<T>(read: () => Promise<T>): Promise<T | string> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.message
    if (error instanceof PictureRejectedError)
      return error.reason === 'type' ? 'its file is not a picture' : 'its file is damaged'
    throw error
  }
}
