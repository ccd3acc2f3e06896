import { useEffect, useRef, useState } from 'react'
import { toast } from '#design/toasts.ts'
import { supabase } from '../../client.ts'
import type { OfferedSession as Offered } from '../../opened-address.ts'
import { Confirm, type Question } from '../../ui/dialog.tsx'
import { useSession } from '../session/session-store.ts'

/** Signs in with the tokens of a link; over somebody else's session only when they say so. */
export default function OfferedSession({ offered }: { offered: Offered }) {
  const { user, loading } = useSession()
  const [question, setQuestion] = useState<Question | null>(null)
  const isJudged = useRef(false)
  useEffect(() => {
    if (loading || isJudged.current) return
    isJudged.current = true
    void judge(offered, user).then(setQuestion)
  }, [loading, offered, user])
  return <Confirm question={question} onDone={() => setQuestion(null)} />
}

const FAILED = 'The link did not sign you in: it has expired or was used. Ask for a new one.'

interface SignedIn {
  id: string
  email?: string | undefined
}

/** Whose session it is, the server says: what stands in a token could be anybody's words. */
async function judge(offered: Offered, current: SignedIn | null): Promise<Question | null> {
  const { data } = await supabase.auth.getUser(offered.access_token)
  if (!data.user) {
    toast('error', FAILED)
    return null
  }
  const take = async () => {
    const { error } = await supabase.auth.setSession(offered)
    if (error) toast('error', FAILED)
  }
  if (!current || current.id === data.user.id) {
    await take()
    return null
  }
  return {
    title: `Sign in as ${data.user.email}?`,
    text: `You are signed in as ${current.email}. This link signs you in to another account, and everything you do then is done by that one.`,
    action: 'Switch account',
    onConfirm: () => void take(),
  }
}
