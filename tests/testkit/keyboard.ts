import type { Locator, Page } from 'playwright-core'

const maxPresses = 150

/** Presses Tab until the element has the focus: what someone without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error(`Tab does not lead to ${String(target)}`)
}

/** Presses Tab until the element has the focus, then Enter. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
