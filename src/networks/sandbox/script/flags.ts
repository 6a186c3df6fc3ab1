/** Script rules that a node can enforce, by Bitcoin Core's names (`SCRIPT_VERIFY_…`). */
export type ScriptFlag =
  | 'P2SH'
  | 'STRICTENC'
  | 'DERSIG'
  | 'LOW_S'
  | 'NULLDUMMY'
  | 'SIGPUSHONLY'
  | 'MINIMALDATA'
  | 'DISCOURAGE_UPGRADABLE_NOPS'
  | 'CLEANSTACK'
  | 'CHECKLOCKTIMEVERIFY'
  | 'CHECKSEQUENCEVERIFY'
  | 'WITNESS'
  | 'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM'
  | 'MINIMALIF'
  | 'NULLFAIL'
  | 'WITNESS_PUBKEYTYPE'
  | 'CONST_SCRIPTCODE'
  | 'TAPROOT'
  | 'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION'
  | 'DISCOURAGE_OP_SUCCESS'
  | 'DISCOURAGE_UPGRADABLE_PUBKEYTYPE'
  /** Bitcoin Cash and BSV: FORKID signatures over BIP143's digest. */
  | 'FORKID'
  /** Bitcoin Cash: 64-byte Schnorr signatures, P2SH with 32-byte hashes, longer numbers, and string opcodes. */
  | 'CASH'

export type ScriptFlags = ReadonlySet<ScriptFlag>
