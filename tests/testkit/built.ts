declare global {
  /** Imports a module that test files share; a path is relative to the testkit (product-environment.js). */
  var importOutside: (specifier: string) => Promise<unknown>
}

/** The exports of compiled modules of the product, loaded once for all test files of a process. */
export async function importBuilt<T extends object>(...files: readonly string[]): Promise<T> {
  const modules = await Promise.all(files.map((file) => globalThis.importOutside(`../../dist/${file}`)))
  return Object.assign({}, ...modules) as T
}
