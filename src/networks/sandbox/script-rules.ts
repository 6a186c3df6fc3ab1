import type { Coin } from '../../coins/coin.ts'
import type { ScriptFlag, ScriptFlags } from './script/flags.ts'

/** The script rules of a coin's node: `relay` for transactions it relays, `block` for those in blocks. */
interface ScriptRules {
  readonly relay: ScriptFlags
  readonly block: ScriptFlags
}

const coreFlags: readonly ScriptFlag[] = [
  'P2SH',
  'STRICTENC',
  'DERSIG',
  'LOW_S',
  'NULLDUMMY',
  'NULLFAIL',
  'MINIMALDATA',
  'DISCOURAGE_UPGRADABLE_NOPS',
  'CLEANSTACK',
  'CHECKLOCKTIMEVERIFY',
  'CHECKSEQUENCEVERIFY',
]
const segwitFlags: readonly ScriptFlag[] = [
  'WITNESS',
  'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM',
  'MINIMALIF',
  'WITNESS_PUBKEYTYPE',
  'CONST_SCRIPTCODE',
  'TAPROOT',
  'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION',
  'DISCOURAGE_OP_SUCCESS',
  'DISCOURAGE_UPGRADABLE_PUBKEYTYPE',
]
const cashFlags: readonly ScriptFlag[] = [...coreFlags, 'FORKID', 'CASH', 'SIGPUSHONLY']
/** BSV dropped P2SH with Genesis. Its input scripts may contain other opcodes than pushes, but not in transactions that it relays. */
const bsvFlags = [...coreFlags, 'FORKID' as const].filter(
  (flag) => flag !== 'P2SH' && flag !== 'CHECKLOCKTIMEVERIFY' && flag !== 'CHECKSEQUENCEVERIFY',
)

/**
 * STANDARD_SCRIPT_VERIFY_FLAGS and MANDATORY_SCRIPT_VERIFY_FLAGS (`policy/policy.h`). The nodes of BCH and BSV have made most of theirs
 * mandatory.
 */
export function getScriptRules({ code, signatures }: Pick<Coin, 'code' | 'signatures'>): ScriptRules {
  if (signatures === 'forkid') {
    const relay = code === 'BCH' ? cashFlags : bsvFlags
    return {
      relay: new Set(relay),
      block: new Set(relay.filter((flag) => flag !== 'DISCOURAGE_UPGRADABLE_NOPS')),
    }
  }
  return {
    relay: new Set(signatures === 'segwit' ? [...coreFlags, ...segwitFlags] : coreFlags),
    block: new Set<ScriptFlag>(['P2SH']),
  }
}
