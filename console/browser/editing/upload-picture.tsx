import { useState } from 'preact/hooks'
import type { Failure } from '../api/failure.ts'
import { FailureNotice } from '../components/failure-notice.tsx'
import { useSession } from '../session/context.tsx'
import { useText } from '../text/language.tsx'

const accepted = 'image/png,image/jpeg,image/webp'

/** Uploads pictures, and passes on the address of each. */
export function UploadPicture({ onUploaded }: { onUploaded: (urls: readonly string[]) => void }) {
  const translate = useText()
  const { api } = useSession()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isRunning, setRunning] = useState(false)

  async function upload(input: HTMLInputElement): Promise<void> {
    const files = [...(input.files ?? [])]
    // The same file may be chosen again.
    input.value = ''
    setFailure(null)
    setRunning(true)
    const urls: string[] = []
    for (const file of files) {
      const result = await api.uploadImage(file)
      if ('data' in result) urls.push(result.data)
      else setFailure(result.failure)
    }
    setRunning(false)
    if (urls.length > 0) onUploaded(urls)
  }

  return (
    <div>
      <label class="field">
        <span>{translate('edit.upload')}</span>
        <input
          type="file"
          accept={accepted}
          multiple
          disabled={isRunning}
          onChange={({ currentTarget }) => void upload(currentTarget)}
        />
        <small class="hint">{translate('edit.upload.hint')}</small>
      </label>
      {isRunning && <p role="status">{translate('edit.uploading')}</p>}
      <FailureNotice failure={failure} />
    </div>
  )
}
