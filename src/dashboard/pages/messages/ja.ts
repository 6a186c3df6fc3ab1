import { ja as audit } from '../../audit/messages/ja.ts'
import { ja as deliveries } from '../../deliveries/messages/ja.ts'
import { ja as destinations } from '../../destinations/messages/ja.ts'
import { ja as exceptions } from '../../exceptions/messages/ja.ts'
import { ja as invoices } from '../../invoices/messages/ja.ts'
import { ja as operator } from '../../operator/messages/ja.ts'
import { ja as overview } from '../../overview/messages/ja.ts'
import { ja as people } from '../../people/messages/ja.ts'
import { ja as preferences } from '../../preferences/messages/ja.ts'
import { ja as security } from '../../security/messages/ja.ts'
import { ja as till } from '../../till/messages/ja.ts'
import { ja as tokens } from '../../tokens/messages/ja.ts'
import { ja as webhooks } from '../../webhooks/messages/ja.ts'
import type { DashboardMessages } from './en.ts'

export const ja: DashboardMessages = {
  ...audit,
  ...deliveries,
  ...destinations,
  ...exceptions,
  ...invoices,
  ...operator,
  ...overview,
  ...people,
  ...preferences,
  ...security,
  ...till,
  ...tokens,
  ...webhooks,

  languages: '言語',
  skip: 'コンテンツにスキップ',
  sign_in: 'ログイン',
  sign_out: 'ログアウト',
  register: 'アカウントを作成',
  dashboard: 'ダッシュボード',
  navigation: 'メイン',
  overview: '概要',
  invoices: '請求書',
  till: 'レジ',
  deliveries: '配信',
  people: 'メンバー',
  operator: 'サーバー管理',
  destinations: '受取ウォレット',
  tokens: 'アクセストークン',
  webhooks: 'Webhook',
  preferences: '基本設定',
  audit: '監査ログ',
  read_only: '閲覧のみ：{name}',
  read_only_label: '他のユーザーのアカウント',
  read_only_leave: '自分のアカウントに戻る',
  pagination: 'ページ移動',
  first_page: '最初のページ',
  next_page: '次のページ',
  security: 'セキュリティ',
  sessions: 'セッション',
  settings: '設定',
  email: 'メールアドレス',
  password: 'パスワード',
  new_password: '新しいパスワード',
  password_hint:
    '8～128文字。パスワードマネージャーで作成したものを貼り付けるか、いくつかの単語を組み合わせてください。',
  password_again: '離席中に他の人に変更されないように、パスワードを入力してください。',

  home_title: 'いつもの通貨で請求、暗号資産で受け取り',
  home_text:
    'Quittanceでは、円、ドル、ユーロなどで請求書を作成し、お客様はBTC、BCH、BSV、DASH、LTC、DOGEで支払えます。代金はご自身のウォレットに直接届きます。このサーバーは鍵を保持せず、手数料もかかりません。',
  home_sandbox: 'このサーバーはサンドボックスです。価値のないテストコインを使用しています。',
  login_title: 'ログイン',
  forgot_link: 'パスワードをお忘れですか？',
  no_account: 'アカウントをお持ちでない場合',
  have_account: 'すでにアカウントをお持ちの場合',
  code_title: 'コードを入力',
  code_text: '認証アプリの6桁のコード、またはリカバリーコードを入力してください。',
  code: 'コード',
  continue: '続ける',
  start_over: '最初からやり直す',
  register_title: 'アカウントの作成',
  register_invited: '{email}宛ての招待です。',
  register_first: '最初のアカウントのため、このサーバーの管理者になります。',
  register_closed: 'アカウントの作成には招待が必要です。このサーバーの管理者にリンクをご依頼ください。',
  mail_title: 'メールをご確認ください',
  mail_text: '登録できるアドレスであれば、リンクをお送りしています。24時間有効で、1回だけ使えます。',
  choose_title: '{email}のアカウントを作成しますか？',
  choose_text:
    'このアドレスで登録の申し込みがありました。別のブラウザから、ご自身で申し込まれたのかもしれません。アカウントを作成するには、ここでパスワードを設定してください。別のブラウザで入力したパスワードは使えません。アカウントが不要な場合は、このページを閉じてください。',
  forgot_title: 'パスワードの再設定',
  forgot_text: '新しいパスワードを設定するためのリンクをメールで送信します。',
  forgot_send: 'リンクを送信',
  forgot_operator:
    'このサーバーはメールを送信しません。新しいパスワードを設定するためのリンクを管理者にご依頼ください。リンクは{command}で発行できます。',
  reset_title: '新しいパスワードの設定',
  reset_text: '他のすべての端末からログアウトされます。',
  reset_save: 'パスワードを保存',
  link_expired_title: 'リンクの有効期限が切れています',
  link_expired_text: '使用済みか、期限が過ぎています。新しいリンクを請求してください。',

  welcome: 'ようこそ、{name}さん',
  landing_text: '{email}としてログインしています。',
  operator_note: 'このサーバーの管理者です。',

  change_password: 'パスワードを変更',
  change_password_text: 'ここではログインしたままになり、他のすべての端末からログアウトされます。',
  old_password: '現在のパスワード',
  done_password:
    'パスワードを変更し、他のすべての端末からログアウトしました。他の人にアカウントを使われた可能性がある場合は、{passkeys}、{people}、{webhooks}、{preferences}、{tokens}も確認してください。パスワードを変更しても、これらは変わりません。',
  codes: '2要素認証',
  codes_off_text: '2要素認証を使うと、ログイン時にスマートフォンのアプリの6桁のコードも必要になります。',
  codes_on_text: 'ログインには認証アプリのコードが必要です。',
  codes_set_up: '2要素認証を設定',
  codes_turn_off: '2要素認証をオフにする',
  done_codes_on: '2要素認証をオンにしました。他のすべての端末からログアウトしました。',
  done_codes_off: '2要素認証をオフにしました。パスワードだけでログインできます。',
  set_up_title: '2要素認証',
  set_up_scan: '認証アプリでこのコードをスキャン',
  set_up_qr: '認証アプリ用キーのQRコード',
  set_up_key: 'または、このキーを入力',
  set_up_recovery: 'リカバリーコードを保存',
  set_up_recovery_text:
    'スマートフォンを紛失した場合に、各コードで一度だけログインできます。表示は一度きりです。印刷するか、パスワードマネージャーに保存してください。',
  set_up_confirm: 'アプリのコードを入力',
  set_up_on: '2要素認証をオンにする',

  sessions_intro: '心当たりのないセッションを終了し、パスワードを変更してください。',
  this_session: 'このブラウザ',
  unknown_device: '不明なブラウザ',
  session_since: 'ログイン：{time}',
  session_seen: '最終アクセス：{time}',
  session_from: 'アクセス元：{address}',
  end_session: 'セッションを終了',
  done_session: 'セッションを終了しました。',

  error_account_invalid: 'shop@example.comのようなメールアドレスを入力してください。',
  error_password_invalid:
    '別のパスワードを設定してください。8～128文字で、よく使われるものは避けてください。',
  error_sign_in_wrong: 'メールアドレスまたはパスワードが違います。もう一度お試しください。',
  error_password_wrong: 'パスワードが違うため、変更されませんでした。もう一度お試しください。',
  error_code_wrong: 'コードが違うか、使用済みです。別のコードを入力してください。',
  error_too_many: '試行回数が多すぎます。{minutes}後にもう一度お試しください。',
  error_registration_refused:
    'このアドレスではアカウントを作成できませんでした。ご自身のアドレスの場合は、ログインするか、パスワードを再設定してください。',
  error_cross_site:
    'このフォームは、このサイトのページから送信されたものではありません。{address}を開き、そこから送信してください。',
  error_view_only: '他のユーザーのアカウントです。お持ちの権限ではこの変更はできません。',
  error_missing: 'このアドレスには何もありません。リンクを確認してください。',
  error_missing_title: 'ページが見つかりません',
  error_back: 'ホームに戻る',
  error_unavailable: 'サーバーが混み合っています。少し待ってからもう一度お試しください。',
  error_other: 'エラーが発生しました。前のページに戻り、もう一度お試しください。',
  error_title: 'エラーが発生しました',

  email_reset_subject: 'Quittanceのパスワードの再設定',
  email_reset_text:
    'アカウントのパスワード再設定のリクエストがありました。ご自身でリクエストした場合は、1時間以内に新しいパスワードを設定してください：\n\n{url}\n\n心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
  email_registration_subject: 'Quittanceのアカウント',
  email_registration_text:
    '{email}で登録の申し込みがありました。ご自身で申し込んだ場合は、24時間以内に次のリンクを開くと、アカウントが作成され、ログインできます：\n\n{url}\n\n心当たりがない場合は、このメールを無視してください。アカウントは作成されません。',
  email_already_registered_subject: 'Quittanceのアカウント',
  email_already_registered_text:
    '{email}で登録の申し込みがありましたが、このアドレスのアカウントはすでにあります。ご自身で申し込んだ場合は、こちらからログインしてください：\n\n{url}\n\n心当たりがない場合は、このメールを無視してください。',
  email_password_changed_subject: 'パスワードが変更されました',
  email_password_changed_text:
    'アカウント{email}のパスワードが変更され、他のすべてのブラウザからログアウトされました。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}',
  email_two_factor_enabled_subject: '2要素認証がオンになりました',
  email_two_factor_enabled_text:
    'アカウント{email}へのログインにコードが必要になりました。\n\n心当たりがない場合は、すぐにパスワードを再設定し、サーバーの管理者に連絡してください：\n\n{url}',
  email_two_factor_disabled_subject: '2要素認証がオフになりました',
  email_two_factor_disabled_text:
    'アカウント{email}へのログインにコードが不要になりました。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}',
  email_link_granted_subject: '別のアカウントを閲覧できるようになりました',
  email_named: 'アカウント{number}（「{name}」）',
  email_nameless: 'アカウント{number}',
  email_link_granted_text:
    '{account}の請求書、支払い、集計を閲覧できるようになりました。変更はできません。{email}としてログインし、こちらから開いてください：\n\n{url}\n\n相手に心当たりがない場合は、アクセスを拒否してください：\n\n{people}',
  email_origin: '日時：{time}\nアクセス元：{from}',
  email_from_command_line: 'サーバーのコマンドライン',
  email_pause:
    '同様の変更が何度かあったため、この種類の変更については、最長1時間メールをお送りしません。その間の変更は監査ログでご確認ください：\n\n{log}',
}
