import { existsSync } from 'node:fs'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core'
import { sharedBrowser } from './shared-browser.js'
import { wherePossible } from './where-possible.ts'

/** Chromium without its own windows first: those take more processor time than the pages of a test. */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))

/** `describe` and `it` for tests with a real browser. */
export const withBrowser = wherePossible(
  executablePath !== undefined,
  'chromium (apt-get install chromium-headless-shell)',
)

/** Faults of a page; each list is empty for a page in order. */
export interface Faults {
  readonly consoleErrors: string[]
  readonly policyViolations: string[]
  readonly foreignRequests: string[]
  /** Alerts and the like; no page of ours opens one. */
  readonly dialogs: string[]
}

export const noFaults: Faults = { consoleErrors: [], policyViolations: [], foreignRequests: [], dialogs: [] }

/** The width of an image in its own pixels, once it is loaded; rejects if it cannot be loaded. */
export const imageWidth = (image: Locator): Promise<number> =>
  image.evaluate(async (element) => {
    const loaded = element as unknown as { decode(): Promise<void>; readonly naturalWidth: number }
    await loaded.decode()
    return loaded.naturalWidth
  })

/** A tab with a session of its own, and the faults of all pages it has shown. */
export interface Tab {
  readonly page: Page
  readonly faults: Faults
  close(): Promise<void>
}

/** A real browser without a window, which the test files of a process share unless it has arguments. */
export class TestBrowser {
  readonly #browser: Browser
  readonly #home: string
  readonly #isShared: boolean
  readonly #contexts: BrowserContext[] = []

  private constructor(browser: Browser, home: string, isShared: boolean) {
    this.#browser = browser
    this.#home = home
    this.#isShared = isShared
  }

  /** `home` is the address of the product: requests to other hosts are faults, and are not sent. */
  static async open(home: string, args: readonly string[] = []): Promise<TestBrowser> {
    // Requests are not intercepted, which would turn off the browser's cache: other hosts have no address.
    const onlyHome = `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(home).hostname}`
    const settings = { executablePath: executablePath ?? '', args: ['--no-sandbox', onlyHome, ...args] }
    if (args.length === 0) return new TestBrowser(await sharedBrowser(settings), home, true)
    return new TestBrowser(await chromium.launch(settings), home, false)
  }

  /** In the time zone of the demo's products unless the options name another. */
  async tab(options: BrowserContextOptions = {}): Promise<Tab> {
    const context = await this.#browser.newContext({
      baseURL: this.#home,
      timezoneId: 'America/Cancun',
      ...options,
    })
    this.#contexts.push(context)
    // Long enough for a busy machine.
    context.setDefaultTimeout(90_000)
    const page = await context.newPage()
    const faults: Faults = { consoleErrors: [], policyViolations: [], foreignRequests: [], dialogs: [] }
    await context.exposeFunction('reportViolation', (text: string) => void faults.policyViolations.push(text))
    await context.addInitScript(
      `addEventListener('securitypolicyviolation', (event) =>
        reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' at ' + event.sourceFile))`,
    )
    page.on('console', (message) => {
      if (message.type() === 'error') faults.consoleErrors.push(`${message.text()} (${message.location().url})`)
    })
    page.on('dialog', (dialog) => {
      faults.dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('pageerror', (error) => void faults.consoleErrors.push(String(error)))
    const { host } = new URL(this.#home)
    const watch = (address: string): void => {
      const { protocol, host: wanted } = new URL(address)
      if (/^(https?|wss?):$/.test(protocol) && wanted !== host) faults.foreignRequests.push(address)
    }
    context.on('request', (request) => watch(request.url()))
    page.on('websocket', (socket) => watch(socket.url()))
    return { page, faults, close: () => context.close() }
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()))
    if (!this.#isShared) await this.#browser.close()
  }
}
