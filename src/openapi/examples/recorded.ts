import type { RecordedExample } from './example.ts'

// Recorded from a running service by test/openapi/examples.test.ts: do not edit.
export const recordedExamples: Readonly<Record<string, RecordedExample>> = {
  'GET /coins/{file}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/coins/ltc.svg',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img"><title>Litecoin</title><circle cx="16" cy="16" r="16" fill="#345d9d"/><g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M15.4 7.8 11.8 23h9.8M9.4 18.6l9.2-3.8"/></g></svg>',
    },
  },
  'POST /invoices': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/invoices',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'order 7' },
      token: true,
      body: '{"amount":12.5,"currency":"USD","external_id":"order 7","memo":"Two books"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "unpaid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": null,\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": [\n    {\n      "uri": "litecoin:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "currency": "LTC",\n      "currency_name": "Litecoin",\n      "currency_logo_url": "https://pay.example.com/coins/ltc.svg",\n      "amount": "0.125"\n    }\n  ]\n}',
    },
  },
  'GET /invoices': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices?status=paid&limit=1',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoices": [\n    {\n      "invoice": {\n        "amount": 12.5,\n        "currency": "USD",\n        "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "status": "paid",\n        "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "redirect_url": null,\n        "memo": "Two books",\n        "created_at": "2026-11-26T10:00:00.000Z",\n        "expires_at": "2026-11-27T10:00:00.000Z",\n        "paid_at": "2026-11-26T10:00:00.000Z",\n        "payment": {\n          "currency": "LTC",\n          "amount": "0.125",\n          "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1",\n          "txids": [\n            "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1"\n          ],\n          "confirmations": 0,\n          "replaceable": false,\n          "accepted_at": "2026-11-26T10:00:00.000Z",\n          "confirmed_at": null\n        },\n        "webhook_url": null,\n        "external_id": "order 7",\n        "business_id": null,\n        "location_id": null,\n        "register_id": null,\n        "metadata": {\n          "customer": "Ann"\n        },\n        "coins": null,\n        "confirmations": null\n      },\n      "payment_options": []\n    }\n  ],\n  "next_cursor": null\n}',
    },
  },
  'GET /invoices/{uid}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "unpaid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": null,\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": [\n    {\n      "uri": "litecoin:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "currency": "LTC",\n      "currency_name": "Litecoin",\n      "currency_logo_url": "https://pay.example.com/coins/ltc.svg",\n      "amount": "0.125"\n    }\n  ]\n}',
    },
  },
  'DELETE /invoices/{uid}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty02',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n    "status": "cancelled",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n    "redirect_url": null,\n    "memo": null,\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "received": null,\n    "webhook_url": null,\n    "external_id": null,\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": null,\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": []\n}',
    },
  },
  'PATCH /invoices/{uid}': {
    request: {
      method: 'PATCH',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"metadata":{"customer":"Ann"}}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "unpaid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": null,\n    "payment": null,\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": {\n      "customer": "Ann"\n    },\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": [\n    {\n      "uri": "litecoin:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "currency": "LTC",\n      "currency_name": "Litecoin",\n      "currency_logo_url": "https://pay.example.com/coins/ltc.svg",\n      "amount": "0.125"\n    }\n  ]\n}',
    },
  },
  'GET /invoices.csv': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices.csv?status=paid',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'text/csv',
      body: 'uid,created_at,paid_at,status,amount,currency,coin,coin_amount,rate,rate_sources,network_fee,txid,confirmations,external_id,business_id,location_id,register_id,memo,metadata\r\n01m7zq358w1gsxwrxq3z35anwb6j8655ty01,2026-11-26T10:00:00.000Z,2026-11-26T10:00:00.000Z,paid,12.5,USD,LTC,0.125,100,fixed,0.00000146,99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1,0,order 7,,,,Two books,"{""customer"":""Ann""}"\r\n',
    },
  },
  'GET /invoices.jsonl': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices.jsonl?status=paid',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/x-ndjson',
      body: '{\n  "invoice": {\n    "amount": 12.5,\n    "currency": "USD",\n    "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "status": "paid",\n    "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n    "redirect_url": null,\n    "memo": "Two books",\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "expires_at": "2026-11-27T10:00:00.000Z",\n    "paid_at": "2026-11-26T10:00:00.000Z",\n    "payment": {\n      "currency": "LTC",\n      "amount": "0.125",\n      "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1",\n      "txids": [\n        "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1"\n      ],\n      "confirmations": 0,\n      "replaceable": false,\n      "accepted_at": "2026-11-26T10:00:00.000Z",\n      "confirmed_at": null\n    },\n    "webhook_url": null,\n    "external_id": "order 7",\n    "business_id": null,\n    "location_id": null,\n    "register_id": null,\n    "metadata": {\n      "customer": "Ann"\n    },\n    "coins": null,\n    "confirmations": null\n  },\n  "payment_options": []\n}',
    },
  },
  'GET /api/v1/events': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/events?limit=1',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "events": [\n    {\n      "id": "evt_01m7zq358w1gsxwrxq3z35an02",\n      "type": "invoice.created",\n      "time": "2026-11-26T10:00:00.000Z",\n      "subject": "invoice/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n      "sequence": 1,\n      "cursor": "c1",\n      "data": {\n        "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n        "status": "unpaid",\n        "hash": null,\n        "invoice": {\n          "amount": 12.5,\n          "currency": "USD",\n          "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n          "status": "unpaid",\n          "uri": "pay:?r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n          "checkout_url": "https://pay.example.com/checkout/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n          "redirect_url": null,\n          "memo": "Two books",\n          "created_at": "2026-11-26T10:00:00.000Z",\n          "expires_at": "2026-11-27T10:00:00.000Z",\n          "paid_at": null,\n          "payment": null,\n          "webhook_url": null,\n          "external_id": "order 7",\n          "business_id": null,\n          "location_id": null,\n          "register_id": null,\n          "metadata": null,\n          "coins": null,\n          "confirmations": null\n        },\n        "payment": null\n      }\n    }\n  ],\n  "next_cursor": "c1"\n}',
    },
  },
  'GET /events': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/events?after=c0',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'text/event-stream',
      body: 'id: c1\ndata: {"id":"evt_01m7zq358w1gsxwrxq3z35an02","type":"invoice.created","time":"2026-11-26T10:00:00.000Z","subject":"invoice/01m7zq358w1gsxwrxq3z35anwb6j8655ty01","sequence":1,"cursor":"c1","data":{"uid":"01m7zq358w1gsxwrxq3z35anwb6j8655ty01","status":"unpaid","hash":null,"invoice":{"amount":12.5,"currency":"USD","uid":"01m7zq358w1gsxwrxq3z35anwb6j8655ty01","status":"unpaid","uri":"pay:?r=https://pa…',
    },
  },
  'GET /ws': {
    request: {
      method: 'GET',
      url: 'wss://pay.example.com/ws',
      headers: {},
      token: false,
      body: '{"type":"subscribe","token":"qt_…","after":"c0"}',
    },
    response: { status: 101, type: '', body: '{\n  "type": "subscribed",\n  "cursor": "c0"\n}' },
  },
  'POST /api/v1/webhooks': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"url":"https://shop.example.com/hook","types":["invoice.*"],"description":"Shop"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "description": "Shop",\n  "types": [\n    "invoice.*"\n  ],\n  "enabled": true,\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "failing_since": null,\n  "disabled_at": null,\n  "disabled_reason": null,\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=="\n}',
    },
  },
  'GET /api/v1/webhooks': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n    "url": "https://shop.example.com/hook",\n    "description": "Shop",\n    "types": [\n      "invoice.*"\n    ],\n    "enabled": true,\n    "created_at": "2026-11-26T10:00:00.000Z",\n    "failing_since": null,\n    "disabled_at": null,\n    "disabled_reason": null\n  }\n]',
    },
  },
  'GET /api/v1/webhooks/{id}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "description": "Shop",\n  "types": [\n    "invoice.*"\n  ],\n  "enabled": true,\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "failing_since": null,\n  "disabled_at": null,\n  "disabled_reason": null\n}',
    },
  },
  'PATCH /api/v1/webhooks/{id}': {
    request: {
      method: 'PATCH',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"types":["invoice.paid"]}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "description": "Shop",\n  "types": [\n    "invoice.paid"\n  ],\n  "enabled": true,\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "failing_since": null,\n  "disabled_at": null,\n  "disabled_reason": null\n}',
    },
  },
  'DELETE /api/v1/webhooks/{id}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 204, type: '', body: '' },
  },
  'GET /api/v1/webhooks/secret': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": null\n}',
    },
  },
  'POST /api/v1/webhooks/secret': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=="\n}',
    },
  },
  'GET /api/v1/webhooks/{id}/secret': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": null\n}',
    },
  },
  'POST /api/v1/webhooks/{id}/secret': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/whe_01m7zq358w1gsxwrxq3z35an01/secret',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==",\n  "previous": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=="\n}',
    },
  },
  'GET /api/v1/webhooks/deliveries': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/deliveries',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "deliveries": [\n    {\n      "id": "whd_01m7zq358w1gsxwrxq3z35an01",\n      "event": "invoice.paid",\n      "event_id": "evt_01m7zq358w1gsxwrxq3z35an01",\n      "endpoint_id": "whe_01m7zq358w1gsxwrxq3z35an01",\n      "url": "https://shop.example.com/hook",\n      "state": "delivered",\n      "created_at": "2026-11-26T10:00:00.000Z",\n      "attempts": [\n        {\n          "at": "2026-11-26T10:00:00.000Z",\n          "status": 204,\n          "ms": 12,\n          "error": null\n        }\n      ],\n      "next_at": null\n    }\n  ],\n  "next_cursor": null\n}',
    },
  },
  'GET /api/v1/webhooks/deliveries/{id}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/webhooks/deliveries/whd_01m7zq358w1gsxwrxq3z35an01',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whd_01m7zq358w1gsxwrxq3z35an01",\n  "event": "invoice.paid",\n  "event_id": "evt_01m7zq358w1gsxwrxq3z35an01",\n  "endpoint_id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "state": "delivered",\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "attempts": [\n    {\n      "at": "2026-11-26T10:00:00.000Z",\n      "status": 204,\n      "ms": 12,\n      "error": null,\n      "answer": ""\n    }\n  ],\n  "next_at": null\n}',
    },
  },
  'POST /api/v1/webhooks/deliveries/{id}/redeliver': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/deliveries/whd_01m7zq358w1gsxwrxq3z35an01/redeliver',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "whd_01m7zq358w1gsxwrxq3z35an01",\n  "event": "invoice.paid",\n  "event_id": "evt_01m7zq358w1gsxwrxq3z35an01",\n  "endpoint_id": "whe_01m7zq358w1gsxwrxq3z35an01",\n  "url": "https://shop.example.com/hook",\n  "state": "pending",\n  "created_at": "2026-11-26T10:00:00.000Z",\n  "attempts": [\n    {\n      "at": "2026-11-26T10:00:00.000Z",\n      "status": 204,\n      "ms": 12,\n      "error": null\n    }\n  ],\n  "next_at": "2026-11-26T10:00:00.000Z"\n}',
    },
  },
  'POST /api/v1/webhooks/redeliver': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/webhooks/redeliver',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{\n  "redelivered": 0\n}' },
  },
  'GET /api/v1/payment-exceptions': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/payment-exceptions',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "payment_exceptions": [\n    {\n      "id": "pex_01m7zq358w1gsxwrxq3z35an01",\n      "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty03",\n      "kind": "late",\n      "currency": "LTC",\n      "amount": "0.125",\n      "value": "12.5",\n      "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef2",\n      "status": "open",\n      "created_at": "2026-11-26T10:00:00.000Z"\n    }\n  ],\n  "next_cursor": null\n}',
    },
  },
  'POST /api/v1/payment-exceptions/{id}/resolve': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/payment-exceptions/pex_01m7zq358w1gsxwrxq3z35an01/resolve',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"resolution":"accept"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": "pex_01m7zq358w1gsxwrxq3z35an01",\n  "uid": "01m7zq358w1gsxwrxq3z35anwb6j8655ty03",\n  "kind": "late",\n  "currency": "LTC",\n  "amount": "0.125",\n  "value": "12.5",\n  "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef2",\n  "status": "accepted",\n  "created_at": "2026-11-26T10:00:00.000Z"\n}',
    },
  },
  'POST /api/v1/account/links': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/api/v1/account/links',
      headers: { 'content-type': 'application/json' },
      token: true,
      body: '{"email":"guest@example.com"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "id": 1,\n  "source": 1,\n  "target": 2\n}',
    },
  },
  'GET /api/v1/account/links': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/api/v1/account/links',
      headers: {},
      token: true,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '[\n  {\n    "id": 1,\n    "source": 1,\n    "target": 2\n  }\n]',
    },
  },
  'DELETE /api/v1/account/links/{id}': {
    request: {
      method: 'DELETE',
      url: 'https://pay.example.com/api/v1/account/links/1',
      headers: {},
      token: true,
      body: '',
    },
    response: { status: 204, type: '', body: '' },
  },
  'GET /signingKeys/paymentProtocol.json': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/signingKeys/paymentProtocol.json',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "owner": "Quittance at 127.0.0.1",\n  "expirationDate": "2027-11-26T10:00:00.000Z",\n  "validDomains": [\n    "127.0.0.1"\n  ],\n  "publicKeys": [\n    "0200000001…"\n  ]\n}',
    },
  },
  'GET /signatures/{file}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/signatures/99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef3.json',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "keyHash": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef3",\n  "signatures": []\n}',
    },
  },
  'GET /r/{uid}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { accept: 'application/payment-request', 'x-currency': 'LTC' },
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "network": "regtest",\n  "currency": "LTC",\n  "requiredFeeRate": 1.01,\n  "requiredFeePerByte": 1.01,\n  "outputs": [\n    {\n      "amount": 12500000,\n      "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n    }\n  ],\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/payments/json/LTC/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01"\n}',
    },
  },
  'POST /r/{uid}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/payment-request' },
      token: false,
      body: '{"chain":"LTC","currency":"LTC"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "chain": "LTC",\n  "currency": "LTC",\n  "network": "regtest",\n  "instructions": [\n    {\n      "type": "transaction",\n      "requiredFeeRate": 1.01,\n      "outputs": [\n        {\n          "amount": 12500000,\n          "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n        }\n      ]\n    }\n  ]\n}',
    },
  },
  'GET /i/{uid}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { accept: 'application/payment-request', 'x-currency': 'LTC' },
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "network": "regtest",\n  "currency": "LTC",\n  "requiredFeeRate": 1.01,\n  "requiredFeePerByte": 1.01,\n  "outputs": [\n    {\n      "amount": 12500000,\n      "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n    }\n  ],\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/payments/json/LTC/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01"\n}',
    },
  },
  'POST /i/{uid}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/i/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/payment-request' },
      token: false,
      body: '{"chain":"LTC","currency":"LTC"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "time": "2026-11-26T10:00:00.000Z",\n  "expires": "2026-11-26T10:15:00.000Z",\n  "memo": "Two books",\n  "paymentUrl": "https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "paymentId": "01m7zq358w1gsxwrxq3z35anwb6j8655ty01",\n  "chain": "LTC",\n  "currency": "LTC",\n  "network": "regtest",\n  "instructions": [\n    {\n      "type": "transaction",\n      "requiredFeeRate": 1.01,\n      "outputs": [\n        {\n          "amount": 12500000,\n          "address": "mhR5ooJ9fiUFxX953SeFPAtiG4HKFekqFa"\n        }\n      ]\n    }\n  ]\n}',
    },
  },
  'GET /invoices/{uid}/address/{currency}': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/invoices/01m7zq358w1gsxwrxq3z35anwb6j8655ty02/address/LTC',
      headers: {},
      token: false,
      body: '',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "currency": "LTC",\n  "address": "moT7VtkMy1azEmBpCBn2zh9nSuRqwTdSqX",\n  "amount": "0.125",\n  "received": "0",\n  "remaining": "0.125",\n  "uri": "litecoin:moT7VtkMy1azEmBpCBn2zh9nSuRqwTdSqX?amount=0.125&r=https://pay.example.com/r/01m7zq358w1gsxwrxq3z35anwb6j8655ty02",\n  "expires": "2026-11-26T10:15:00.000Z"\n}',
    },
  },
  'POST /payments/json/{currency}/{uid}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/payments/json/LTC/01m7zq358w1gsxwrxq3z35anwb6j8655ty01',
      headers: { 'content-type': 'application/json' },
      token: false,
      body: '{"currency":"LTC","transactions":["0200000001…"]}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "success": true,\n  "transactions": [\n    "0200000001…"\n  ],\n  "txid": "99bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef199bc6ad5796a5ef1",\n  "memo": "Payment received. Thank you."\n}',
    },
  },
  'GET /openapi.json': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/openapi.json',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{"openapi":"3.1.1","info":{"title":"Quit…' },
  },
  'GET /docs': {
    request: { method: 'GET', url: 'https://pay.example.com/docs', headers: {}, token: false, body: '' },
    response: { status: 200, type: 'text/html', body: '<!doctype html>\n<html lang="en" dir="ltr…' },
  },
  'GET /asyncapi.json': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/asyncapi.json',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{"asyncapi":"3.0.0","info":{"title":"Qui…' },
  },
  'GET /llms.txt': {
    request: { method: 'GET', url: 'https://pay.example.com/llms.txt', headers: {}, token: false, body: '' },
    response: { status: 200, type: 'text/plain', body: '# Quittance\n\n> A self-hosted invoicing s…' },
  },
  'GET /health/live': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/health/live',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{\n  "live": true\n}' },
  },
  'GET /health/ready': {
    request: {
      method: 'GET',
      url: 'https://pay.example.com/health/ready',
      headers: {},
      token: false,
      body: '',
    },
    response: { status: 200, type: 'application/json', body: '{\n  "ready": true\n}' },
  },
  'GET /metrics': {
    request: { method: 'GET', url: 'https://pay.example.com/metrics', headers: {}, token: false, body: '' },
    response: { status: 200, type: 'text/plain', body: '# HELP quittance_database_ready 1 while …' },
  },
  'POST /sandbox/{coin}': {
    request: {
      method: 'POST',
      url: 'https://pay.example.com/sandbox/ltc',
      headers: { 'content-type': 'application/json' },
      token: false,
      body: '{"method":"getblockcount"}',
    },
    response: {
      status: 200,
      type: 'application/json',
      body: '{\n  "result": 3,\n  "error": null,\n  "id": null\n}',
    },
  },
}
