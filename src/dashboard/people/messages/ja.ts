import type { PeopleMessages } from './en.ts'

export const ja: PeopleMessages = {
  people_intro: 'スタッフを招待したり、経理担当者や同僚にアカウントの閲覧を許可したりできます。',
  people_grant_title: '閲覧者の招待',
  people_email_hint: '招待する方がここへのログインに使うメールアドレス。',
  people_grant: 'アクセスを許可',
  people_viewers: '閲覧者',
  people_viewers_none: 'ご自身のみ',
  people_viewers_none_text:
    '閲覧者は、自分のダッシュボードの「共有されたアカウント」で、請求書、支払い、集計を閲覧できます。トークン、受取ウォレット、設定は表示されません。アクセスはいつでも解除できます。',
  people_viewer: '{email}は請求書、支払い、集計を閲覧できますが、変更はできません。',
  people_since: '{time}から',
  people_remove: 'アクセスを解除',
  people_shared: '共有されたアカウント',
  people_shared_none: '共有されたアカウントはまだありません',
  people_shared_none_text:
    '他のショップが{email}にアクセスを許可すると、そのアカウントがここに表示されます。開くことも、拒否することもできます。',
  people_shared_account: '{name}の請求書、支払い、集計を閲覧できますが、変更はできません。',
  people_account: 'アカウント{number}',
  people_open: 'アカウントを開く',
  people_reject: 'アクセスを拒否',
  people_done_granted: 'アクセスを許可しました。',
  people_done_ended: 'アクセスを解除しました。',
  people_error_unknown:
    'このメールアドレスのアカウントはありません。{address}でアカウントを作成してもらってから、もう一度アクセスを許可してください。',
  people_error_self: 'ご自身のメールアドレスです。別の方のアドレスを入力してください。',
  people_error_full:
    'あなたまたは相手のアカウントで、閲覧者または共有アカウントの数が上限に達しています。先にアクセスを1つ解除してください。',
  people_error_too_many: 'アカウントのないアドレスの入力が多すぎます。{minutes}後にもう一度お試しください。',

  role_cashier: 'レジ担当',
  role_bookkeeper: '経理担当',
  cashier_at: '{name}のレジ担当',
  bookkeeper_at: '{name}の経理担当',
  switch_account: 'アカウントを切り替え',
  staff: 'スタッフ',
  staff_none: 'スタッフはまだいません',
  staff_none_text: 'スタッフは、自分のログインでこのアカウントの業務を行います。いつでも解除できます。',
  staff_invite_title: 'スタッフの招待',
  staff_email_hint: 'リンクをメールで送ります。7日間有効で、1回だけ使えます。',
  staff_link_hint: '相手に渡すリンクを表示します。7日間有効で、1回だけ使えます。',
  staff_needs_account:
    'このサーバーでは管理者だけがアカウントを作成できます。招待する方は、このメールアドレスのアカウントをすでに持っている必要があります。',
  staff_role: '役割',
  staff_role_hint:
    'レジ担当は、レジで支払いを受け取り、今日の請求書を閲覧できます。経理担当は、すべての請求書と集計を閲覧して書き出せますが、変更はできません。',
  staff_invite: '招待を送信',
  staff_create_link: 'リンクを作成',
  staff_member: '{email}：{role}',
  staff_valid_until: '招待済み。リンクは{time}まで有効です。',
  staff_expired: '招待済み。リンクの有効期限は{time}に切れました。',
  staff_resend: '再送信',
  staff_revoke: '招待を取り消す',
  staff_make_role: '{role}に変更',
  staff_done_invited: '招待を送信しました。',
  staff_done_revoked: '招待を取り消しました。',
  staff_done_role: '役割を変更しました。',
  staff_link_title: 'このリンクを渡してください',
  staff_link_text: 'このリンクを{email}に渡してください。7日間有効で、1回だけ使えます。再表示はできません。',
  staff_error_exists: 'この方はすでにスタッフです。役割は下で変更できます。',
  staff_error_too_many: 'スタッフと招待の数が上限に達しています。先に誰かを解除してください。',
  staff_works_as_cashier: '{name}のレジ担当です。',
  staff_works_as_bookkeeper: '{name}の経理担当です。',
  staff_leave: 'スタッフをやめる',
  invitation_title: '招待',
  invitation_text: '{name}（アカウント{number}）が{email}をスタッフに招待しています。役割：{role}。',
  invitation_cashier: 'レジで支払いを受け取り、今日の請求書を閲覧できます。',
  invitation_bookkeeper: 'すべての請求書と集計を閲覧して書き出せますが、変更はできません。',
  invitation_accept: '招待を承諾',
  invitation_other:
    '{email}としてログインしています。ログアウトしてから、このリンクをもう一度開いてください。',
  invitation_register: 'アカウントを作成して承諾',
  invitation_no_account:
    '承諾するには、このメールアドレスでログインしてください。アカウントがない場合は、このサーバーの管理者に依頼してください。',
  invitation_error_other: '別のメールアドレスへの招待です。そのアドレスでログインしてください。',
  today_title: '今日の請求書',
  today_none_text: '今日作成された請求書がここに表示されます。',
  email_staff_invitation_subject: 'ショップのスタッフへの招待',
  email_staff_invitation_text:
    '{account}があなたをスタッフに招待しています。役割：{role}。7日以内にこのリンクを開いてください。1回だけ、{email}の方だけが使えます：\n\n{url}\n\n相手に心当たりがない場合は、このメールを無視してください。',
  email_staff_invited_subject: 'アカウントにスタッフが招待されました',
  email_staff_invited_text:
    '{guest}が、アカウント{email}のスタッフに招待されました。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、招待を取り消すか、そのスタッフを解除してください：\n\n{undo}',

  email_access_granted_subject: '他のユーザーがアカウントを閲覧できるようになりました',
  email_access_granted_text:
    '{guest}が、アカウント{email}の請求書、支払い、集計を閲覧できるようになりました。変更はできません。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、アクセスを解除し、心当たりのないアクセストークンを失効させてください：\n\n{undo}',
}
