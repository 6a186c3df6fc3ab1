import assert from 'node:assert/strict'
import { secp256k1Base64Bytes } from '@bitauth/libauth/build/lib/bin/secp256k1/secp256k1.base64.js'

/** Functions of libsecp256k1. Pointers are offsets in `memory`; functions that can fail return 1 on success. */
interface Functions {
  readonly _malloc: (size: number) => number
  readonly _secp256k1_context_create: (flags: number) => number
  readonly _secp256k1_context_randomize: (context: number, seed: number) => number
  readonly _secp256k1_ec_seckey_verify: (context: number, secretKey: number) => number
  readonly _secp256k1_ec_privkey_tweak_add: (context: number, secretKey: number, tweak: number) => number
  readonly _secp256k1_ec_pubkey_create: (context: number, publicKey: number, secretKey: number) => number
  readonly _secp256k1_ec_pubkey_parse: (context: number, to: number, from: number, length: number) => number
  readonly _secp256k1_ec_pubkey_serialize: (
    context: number,
    to: number,
    length: number,
    publicKey: number,
    flags: number,
  ) => number
  readonly _secp256k1_ec_pubkey_tweak_add: (context: number, publicKey: number, tweak: number) => number
  readonly _secp256k1_ecdsa_sign: (
    context: number,
    signature: number,
    digest: number,
    secretKey: number,
  ) => number
  readonly _secp256k1_ecdsa_signature_serialize_compact: (
    context: number,
    to: number,
    signature: number,
  ) => number
  readonly _secp256k1_ecdsa_signature_serialize_der: (
    context: number,
    to: number,
    length: number,
    signature: number,
  ) => number
}

interface Libsecp256k1 {
  readonly functions: Functions
  readonly memory: Uint8Array
}

/** The part of the API that we use: TypeScript only declares it together with the browser's. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer }
  readonly Table: new (size: { element: 'anyfunc'; initial: number; maximum: number }) => object
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

// The layout that Emscripten compiled into the module: static data, then the stack, then the heap.
const pageBytes = 65_536
const memoryBytes = 16 * 1024 * 1024
const heapPointer = 1_024 + 67_696 + 16
const stackStart = alignTo16(heapPointer + 4)
const stackBytes = 5 * 1024 * 1024
const tableSize = 6

/**
 * Instantiates the WebAssembly module that libauth contains. libauth's own function does the same, but asynchronously, and callers such as
 * scripts of addresses are synchronous.
 */
export function loadLibsecp256k1(): Libsecp256k1 {
  const pages = memoryBytes / pageBytes
  const wasmMemory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  const memory = new Uint8Array(wasmMemory.buffer)
  new DataView(wasmMemory.buffer).setUint32(heapPointer, alignTo16(stackStart + stackBytes), true)
  const fail = () => assert.fail('libsecp256k1 failed')
  const env = {
    memory: wasmMemory,
    table: new WebAssembly.Table({ element: 'anyfunc', initial: tableSize, maximum: tableSize }),
    tableBase: 0,
    DYNAMICTOP_PTR: heapPointer,
    STACKTOP: stackStart,
    getTotalMemory: () => memoryBytes,
    _emscripten_memcpy_big: (to: number, from: number, length: number) => {
      memory.copyWithin(to, from, from + length)
      return to
    },
    abort: fail,
    _abort: fail,
    ___setErrNo: fail,
    enlargeMemory: fail,
    abortOnCannotGrowMemory: fail,
  }
  const wasmModule = new WebAssembly.Module(Buffer.from(secp256k1Base64Bytes, 'base64'))
  const { exports } = new WebAssembly.Instance(wasmModule, { env })
  return { functions: exports as Functions, memory }
}

function alignTo16(pointer: number): number {
  return (pointer + 15) & -16
}
