/** The key of this tab: other tabs do not see it, and it is deleted when the tab is closed. */
const storageKey = 'console.apiKey'

export const storedKey = (): string | null => sessionStorage.getItem(storageKey)
export const storeKey = (apiKey: string): void => sessionStorage.setItem(storageKey, apiKey)
export const removeKey = (): void => sessionStorage.removeItem(storageKey)
