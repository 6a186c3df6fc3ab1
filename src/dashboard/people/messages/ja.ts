import type { PeopleMessages } from './en.ts'

export const ja: PeopleMessages = {
  people_intro: '経理担当者や同僚に、アカウントの閲覧を許可できます。',
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
  people_error_too_many: 'アカウントのないアドレスの入力が多すぎます。{minutes}後にもう一度お試しください。',

  email_access_granted_subject: '他のユーザーがアカウントを閲覧できるようになりました',
  email_access_granted_text:
    '{guest}が、アカウント{email}の請求書、支払い、集計を閲覧できるようになりました。変更はできません。\n\n心当たりがない場合は、すぐにパスワードを再設定してください：\n\n{url}\n\nその後、アクセスを解除し、心当たりのないアクセストークンを失効させてください：\n\n{undo}',
}
