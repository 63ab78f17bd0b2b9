import { chromium } from 'playwright-core'

/** @type {import('playwright-core').Browser | undefined} */
let shared

/**
 * The one browser of this process that test files share, each with contexts of its own; launched for the first of them,
 * or again when it has crashed.
 *
 * @param {import('playwright-core').LaunchOptions} settings
 */
export async function sharedBrowser(settings) {
  if (!shared?.isConnected()) shared = await chromium.launch(settings)
  return shared
}

// For a run without workers (global-teardown.js). The browser of a worker ends with its process.
globalThis.closeSharedBrowser = () => shared?.close()
