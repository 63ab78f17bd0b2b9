/** Where pictures are, by their names. */
export interface PictureStore {
  /** Undefined when there is none of this name. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Another of the same name has the same content. */
  write(name: string, contentType: string, bytes: Uint8Array): Promise<void>
}
