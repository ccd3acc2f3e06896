import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#design/toasts.ts'
import { useAskBeforeLeaving } from '../../record/unsaved.tsx'
import * as controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { failureWords } from './failure-words.ts'
import { type Collection, saveWallpaper, type Wallpaper } from './queries.ts'
import { SavedMeanwhile } from './saved-meanwhile.tsx'
import type { UploadProgress } from './upload-image.ts'
import { useUpload } from './use-upload.ts'
import * as styles from './wallpapers.module.css'

interface WallpaperDialogProps {
  /** null makes a new one. */
  wallpaper: Wallpaper | null
  collections: readonly Collection[]
  onClose: () => void
}

/** What the bucket takes; the service re-encodes each of them. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif'
/** The bucket's own limit: told before a byte is sent. */
const MAX_BYTES = 20 * 1024 * 1024

interface FormErrors {
  title?: string
  image?: string
}

export function WallpaperDialog({ wallpaper, collections, onClose }: WallpaperDialogProps) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const [busy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<Wallpaper | null>(null)
  const began = useRef(wallpaper)
  const dirty = useRef(false)
  useAskBeforeLeaving(useCallback(() => dirty.current, []))
  const { progress, upload, keep, cancel } = useUpload((words) => setErrors({ image: words }))
  const preview = usePreview(file, wallpaper?.image_url ?? null)

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0] ?? null
    const image = chosen ? reasonAgainst(chosen) : undefined
    setErrors((before) => ({ ...before, image: image ?? '' }))
    setFile(image ? null : chosen)
  }

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const title = String(form.get('title') ?? '').trim()
    const lacks: FormErrors = {
      ...(title === '' && { title: 'Title is required' }),
      ...(!wallpaper && !file && { image: errors.image || 'Please choose an image' }),
    }
    setErrors(lacks)
    if (Object.keys(lacks).length > 0) return
    setBusy(true)
    const address = file ? await upload(file) : began.current?.image_url
    if (address) {
      await store({
        title,
        description: String(form.get('description') ?? '').trim() || null,
        collection_id: String(form.get('collection') ?? '') || null,
        is_active: form.get('is_active') === 'on',
        image_url: address,
        download_url: file ? address : (began.current?.download_url ?? address),
      })
    }
    setBusy(false)
  }

  const store = async (values: Parameters<typeof saveWallpaper>[1]) => {
    const failure = `Failed to ${wallpaper ? 'update' : 'create'} wallpaper`
    try {
      const saved = await saveWallpaper(began.current, values)
      setTheirs(saved)
      if (saved) {
        began.current = saved
        toast('error', `${failure}: somebody saved it meanwhile`)
        return
      }
      keep()
      dirty.current = false
      toast('success', wallpaper ? 'Wallpaper updated' : 'Wallpaper created')
      await client.invalidateQueries({ queryKey: ['wallpapers'] })
      onClose()
    } catch (error) {
      toast('error', failureWords(failure, error))
    }
  }

  return (
    <Dialog title={wallpaper ? 'Edit Wallpaper' : 'Add Wallpaper'} open onClose={onClose}>
      <form
        onSubmit={save}
        onChange={() => {
          dirty.current = true
        }}
        noValidate
      >
        {theirs && <SavedMeanwhile facts={factsOf(theirs, collections)} />}
        <Field label="Title" name="title" defaultValue={wallpaper?.title} maxLength={200} error={errors.title} />
        <label className={controls.field}>
          <span className={controls.label}>Description (optional)</span>
          <textarea
            className={controls.input}
            name="description"
            rows={3}
            maxLength={2000}
            defaultValue={wallpaper?.description ?? ''}
          />
        </label>
        <label className={controls.field}>
          <span className={controls.label}>Collection (optional)</span>
          <select className={controls.input} name="collection" defaultValue={wallpaper?.collection_id ?? ''}>
            <option value="">No collection</option>
            {collections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div className={styles.chooser}>
          {preview ? (
            <img className={styles.preview} src={preview} alt="" />
          ) : (
            <span className={styles.preview} aria-hidden="true" />
          )}
          <div className={controls.field}>
            <FileField
              label={wallpaper ? 'Replace the image' : 'Image'}
              name="image"
              accept={ACCEPTED}
              chosen={file?.name ?? null}
              onChange={choose}
              error={errors.image || undefined}
            />
            <p className={styles.small}>9:16 is recommended for phones. JPEG, PNG, WebP or AVIF, at most 20 MB.</p>
          </div>
        </div>
        <label className={styles.check}>
          <input type="checkbox" name="is_active" defaultChecked={wallpaper?.is_active ?? true} /> Active (visible on
          the site)
        </label>
        {progress && <UploadBar progress={progress} onCancel={cancel} />}
        <div className={styles.actions}>
          <button type="button" className={controls.button} data-quiet="" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={controls.button} disabled={busy}>
            {busy ? 'Saving...' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const factsOf = (wallpaper: Wallpaper, collections: readonly Collection[]) =>
  [
    ['Title', wallpaper.title],
    ['Description', wallpaper.description],
    ['Collection', collections.find(({ id }) => id === wallpaper.collection_id)?.name ?? null],
    ['State', wallpaper.is_active ? 'Active' : 'Hidden'],
  ] as const

const UploadBar = ({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) => (
  <div className={styles.upload}>
    <label className={styles.small}>
      Uploading {Math.round((100 * progress.sentBytes) / Math.max(1, progress.totalBytes))} %
      <progress className={controls.progress} value={progress.sentBytes} max={progress.totalBytes} />
    </label>
    <button type="button" className={controls.link} onClick={onCancel}>
      Cancel upload
    </button>
  </div>
)

function reasonAgainst(file: File): string | undefined {
  if (!ACCEPTED.split(',').includes(file.type)) return 'Please choose a JPEG, PNG, WebP or AVIF image'
  if (file.size === 0) return 'This file is empty. Please choose another'
  if (file.size > MAX_BYTES) return 'This file is larger than 20 MB. Please choose a smaller one'
  return undefined
}

/** The chosen file, or what is there already. */
function usePreview(file: File | null, stored: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address ?? stored
}
