import { hour, toIsoString } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startFaultyService } from './faulty-service.ts'
import { editMembers, page, replaceResponse, requests, setFirstMember, setMembers } from './flaws.ts'
import { type Row, testFlaws } from './test-flaws.ts'

const { options, choice } = requests
const earlier = toIsoString(Date.now() - hour)
const redirect = { status: 301, headers: { location: 'https://shop.example/' }, body: '' } as const

const flaws: readonly Row[] = [
  ['its memo is null', 'json-payment-protocol-2 memo', setMembers(options, { memo: null })],
  [
    'decimals are 0',
    'json-payment-protocol-2 paymentOptions.decimals',
    setFirstMember(options, 'paymentOptions', { decimals: 0 }),
  ],
  [
    'an estimate is a string',
    'json-payment-protocol-2 paymentOptions.estimatedAmount',
    setFirstMember(options, 'paymentOptions', { estimatedAmount: '25000' }),
  ],
  ...[
    'chain',
    'currency',
    'network',
    'estimatedAmount',
    'requiredFeeRate',
    'minerFee',
    'decimals',
    'selected',
  ]
    .filter((name) => name !== 'chain')
    .map(
      (name): Row => [
        `${name} is missing`,
        `json-payment-protocol-2 paymentOptions.${name}`,
        setFirstMember(options, 'paymentOptions', { [name]: undefined }),
      ],
    ),
  [
    'selected is a number',
    'json-payment-protocol-2 paymentOptions.selected',
    setFirstMember(options, 'paymentOptions', { selected: 0 }),
  ],
  [
    'a coin is missing',
    'json-payment-protocol-2 paymentOptions: all',
    editMembers(options, (body) => void (body.paymentOptions as unknown[]).pop()),
  ],
  [
    'a coin is listed twice',
    'json-payment-protocol-2 paymentOptions: once',
    editMembers(options, (body) => {
      const list = body.paymentOptions as unknown[]
      list.push(list[0])
    }),
  ],
  [
    'it has expired',
    'json-payment-protocol-2 expires',
    setMembers(options, { time: earlier, expires: earlier }),
  ],
  ['it redirects to a web page', 'json-payment-protocol-2 refusal', replaceResponse(options, redirect)],
  ['it is a web page', 'json-payment-protocol-2 refusal', replaceResponse(options, page)],
  [
    'an instruction has another type',
    'json-payment-protocol-2 choice.instructions.type',
    setFirstMember(choice, 'instructions', { type: 'pay' }),
  ],
  [
    'there are two instructions',
    'json-payment-protocol-2 choice.instructions',
    editMembers(choice, (body) => {
      const list = body.instructions as unknown[]
      list.push(list[0])
    }),
  ],
  [
    'the fee rate of an instruction is missing',
    'json-payment-protocol-2 choice.instructions.requiredFeeRate',
    setFirstMember(choice, 'instructions', { requiredFeeRate: undefined }),
  ],
  [
    'an amount of an instruction is a string',
    'json-payment-protocol-2 choice.instructions.outputs.amount',
    editMembers(choice, (body) => {
      const [
        {
          outputs: [output],
        },
      ] = body.instructions as [{ outputs: [Record<string, unknown>] }]
      output.amount = String(output.amount)
    }),
  ],
  [
    'the memo of a selection is null',
    'json-payment-protocol-2 choice.memo',
    setMembers(choice, { memo: null }),
  ],
  [
    'a selection returns 201',
    'json-payment-protocol-2 choice',
    (question, response) => {
      if (choice(question) && response.status === 200) response.status = 201
    },
  ],
  [
    'the error for an unknown coin is worded differently',
    'json-payment-protocol-2 rejects an unknown coin',
    (question, response) => {
      if (choice(question) && question.body.includes('QQQ')) response.body = Buffer.from('{"msg":"no"}')
    },
  ],
  [
    'an error has no msg',
    'json-payment-protocol-2 rejects a verification that is not JSON',
    (question, response) => {
      if (requests.payment('application/payment-verification')(question) && question.body.toString() === '{')
        response.body = Buffer.from(response.body.toString().replace('"msg"', '"reason"'))
    },
  ],
  [
    'a wrong amount passes verification',
    'json-payment-protocol-2 rejects an unsigned transaction with a wrong amount',
    (_question, response) => {
      if (response.body.includes('does not match the amount requested')) response.status = 200
    },
  ],
]

testFlaws(await startFaultyService(fileScope), 'JSON Payment Protocol v2', flaws)
