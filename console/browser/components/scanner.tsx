import { useEffect, useRef, useState } from 'preact/hooks'
import { useText } from '../text/language.tsx'

/** The part of the Shape Detection API that reads QR codes. */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface CodeReaderConstructor {
  new (options: { readonly formats: ['qr_code'] }): CodeReader
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's own reader; where it has none, one that is loaded now. */
async function openReader(): Promise<CodeReader> {
  const own = (globalThis as { readonly BarcodeDetector?: CodeReaderConstructor }).BarcodeDetector
  const isUsable = own !== undefined && (await own.getSupportedFormats()).includes('qr_code')
  const Reader: CodeReaderConstructor = isUsable ? own : (await import('qr/decode.js')).BarcodeDetector
  return new Reader({ formats: ['qr_code'] })
}

const lookMilliseconds = 200

interface ScannerProperties {
  readonly startsOpen?: boolean
  onFound(text: string): void
}

/** Reads the text of the QR code of a ticket; renders nothing without a camera. */
export function Scanner({ startsOpen = false, onFound }: ScannerProperties) {
  const translate = useText()
  const [isOpen, setOpen] = useState(startsOpen)
  const [problem, setProblem] = useState<string | null>(null)
  if (!('mediaDevices' in navigator)) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          setProblem(null)
          setOpen(!isOpen)
        }}
      >
        {translate(isOpen ? 'checkIn.stopScan' : 'checkIn.scan')}
      </button>
      {problem !== null && <p role="alert">{translate('checkIn.noCamera', { reason: problem })}</p>}
      {isOpen && (
        <Camera
          onFound={(text) => {
            setOpen(false)
            onFound(text)
          }}
          onProblem={(reason) => {
            setOpen(false)
            setProblem(reason)
          }}
        />
      )}
    </>
  )
}

interface CameraProperties {
  onFound(text: string): void
  onProblem(reason: string): void
}

function Camera({ onFound, onProblem }: CameraProperties) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = true
    async function look(reader: CodeReader): Promise<void> {
      const [code] = video.current ? await reader.detect(video.current) : []
      if (!isOpen) return
      if (code) onFound(code.rawValue)
      else timer = setTimeout(() => look(reader).catch(fail), lookMilliseconds)
    }
    const fail = (error: unknown): void => {
      if (isOpen) onProblem(error instanceof Error ? error.message : String(error))
    }
    async function open(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (!isOpen) return stop()
      if (video.current) {
        video.current.srcObject = stream
        await video.current.play()
      }
      await look(await openReader())
    }
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    open().catch(fail)
    return () => {
      isOpen = false
      clearTimeout(timer)
      stop()
    }
  }, [])
  return <video ref={video} class="camera" muted playsInline />
}
