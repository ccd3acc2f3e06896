import type { FunctionSettings } from '../context.ts'
import type { MailPart } from './compose.ts'

/** Who sends and from where, as laws on advertising mail ask for it (CAN-SPAM, § 7704(a)(5)); set by the operator. */
export const senderAddress = ({ POSTAL_ADDRESS }: FunctionSettings): MailPart[] =>
  POSTAL_ADDRESS ? [{ kind: 'text', text: POSTAL_ADDRESS }] : []
